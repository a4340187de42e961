// Ranks the results of the search: how to do something comes before how it is built or proved.
var Scorer = {
  // The defaults of Sphinx, which a scorer has to repeat.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  BONUS: [
    [/^start$/, 14],
    [/^howto$/, 12],
    [/^commands$/, 11],
    [/^tutorials\//, 10],
    [/^games\//, 4],
    [/^glossary$/, 9],
    [/^(gallery|playing|workbench|notebooks|rulesets|patterns|tables-and-figures|interop)$/, 8],
    [/^(sums|solver|values|impartial|misere|loopy|transfinite|surveys|learning|prove|certificates)$/, 8],
    [/^(notation|limits|json|comparison)$/, 5],
    [/^reference\/generated\//, -4],
  ],

  score([page, title, , , score, , kind]) {
    const bonus = this.BONUS.find(([pattern]) => pattern.test(page))?.[1] ?? 0;
    // Names in Python come after the pages that explain them, and inner ones last.
    const name = kind === "object" ? (title.split(".").length > 3 ? 12 : 6) : 0;
    return score + bonus - name;
  },
};
