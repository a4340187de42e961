// The versions next to this one; tools/add_docs_version.py writes this file when a version is added.
const VERSIONS = [];
