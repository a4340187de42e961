// Ten short lessons: what to read, and a game to do it oneself.
//
// In texts [[term]] is explained by the glossary, and `code` can be evaluated. A lesson may show the
// thermograph of a `graph`.

export const LESSONS = [
  {
    title: "A game, and who wins it",
    text: [
      "Two players, called Left and Right, move in turn. Nothing is hidden and there is no chance: that is what is called a [[game]] here. Under the usual rule a player who cannot move loses, so that somebody always wins.",
      "If both play as well as possible, the winner of a [[position]] is decided before the first move. There are four cases, the [[outcome|outcomes]]: Left wins (L), Right wins (R), whoever moves first wins (N), or whoever moves second wins (P).",
      "On this board whoever moves first wins. You move first: find the way.",
    ],
    game: { e: "Domineering(3x3)", opponent: "perfect" },
    task: "Win as the first player. A hint shows one winning move.",
    more: ["Domineering(3x3)", "Domineering(2x3)", "Nim(1,1)"],
  },
  {
    title: "Left and Right",
    text: [
      "In many games the players have different moves. In Hackenbush Left cuts blue edges, Right cuts red ones; what is no longer joined to the ground falls down. Such games are called [[impartial|partizan]]; games in which both players have the same moves are [[impartial]].",
      "A lone blue edge is a free move for Left: the value 1. A lone red edge is a free move for Right: the value -1.",
      "Here Left is ahead, and wins even if Right begins.",
    ],
    game: { e: "Hackenbush(ll;r)", starter: "opponent", opponent: "perfect" },
    task: "You are Left, and Right begins. Win.",
    more: ["Hackenbush(l)", "Hackenbush(r)", "Hackenbush(ll;r)"],
  },
  {
    title: "Adding games",
    text: [
      "Place several games side by side: at each turn a player chooses one of them and moves there. That is the [[sum]] of the games.",
      "Who wins a sum does not follow from who wins its parts: two games that the first player wins may add up to one that the second player wins. What does follow is found by [[value|values]], which can be added like numbers.",
      "Below are two equal boards. Whatever the opponent does in one, answer in the same way in the other.",
    ],
    game: { e: "Domineering(2x2) + Domineering(2x2)", starter: "opponent", opponent: "perfect" },
    task: "The opponent begins. Copy each move on the other board, turned by 90 degrees, and you move last.",
    more: ["Domineering(2x2)", "Domineering(2x2) + Domineering(2x2)"],
  },
  {
    title: "Nim and nimbers",
    text: [
      "In Nim a move takes any number of counters from one heap. A heap of 3 counters is the [[nimber]] `*3`, a heap of 5 is `*5`, and so on. An [[impartial]] game is always worth some nimber, and its size is the [[Grundy value]].",
      "Write the heaps in base two and add without carry: that is the [[Grundy value|nim-sum]]. The player who moves second wins exactly if the result is 0: heaps of 3, 5 and 6 are 011, 101 and 110.",
      "So the winning move is the one that makes this sum 0.",
    ],
    game: { e: "Nim(3,5,7)", opponent: "perfect" },
    task: "Make the sum without carry 0 with each of your moves.",
    more: ["Nim(3,5,7)", "Nim(3,5,6)", "*3 + *5"],
  },
  {
    title: "Numbers",
    text: [
      "The value 1 is one free move of Left. Are there half moves? If Left can move to 0 and Right can move to 1, the game `{0|1}` is worth 1/2: two of them add up to exactly one free move.",
      "Every position is written {what Left can move to | what Right can move to}. If Left's [[option|options]] are all less than Right's, it is a [[number]]: the simplest one in between.",
      "In Hackenbush a blue edge with a red one above it is 1/2.",
    ],
    game: { e: "Hackenbush(lr;lr;r)", starter: "opponent", opponent: "perfect" },
    task: "Two halves of Left against one whole move of Right: the value is 0, so whoever begins loses. The opponent begins.",
    more: ["{0|1}", "Hackenbush(lr)", "Hackenbush(lr;lr;r)", "{0|1/2}"],
  },
  {
    title: "Hot games and temperature",
    text: [
      "In [[number|numbers]] nobody likes to move. In [[hot]] games everybody does: `{3|1}` is worth 3 if Left moves and 1 if Right moves. On average it is worth its [[mean]], 2, and a move gains 1, its [[temperature]].",
      "Among several games, usually move in the hottest one.",
      "A 2 by 3 board of Domineering is such a game.",
    ],
    game: { e: "Domineering(2x3) + Domineering(3x2) + Domineering(2x2)", opponent: "club" },
    task: "You move first. Find the board where a move is worth most.",
    more: ["{3|1}", "Domineering(2x3)", "Domineering(2x2)"],
  },
  {
    title: "Up, down and star",
    text: [
      "The game `*` = {0|0}, [[star]], is a race of one move: whoever moves first wins. It is not 0, but two of them cancel.",
      "[[up|Up]], `^` = {0|*}, is positive: Left wins whoever begins. And yet it is less than every positive number: it is [[infinitesimal]]. Its negative is [[up|down]], `v`.",
      "Clobber, where stones take neighbouring stones of the other colour, has such values only: it is [[all-small]].",
    ],
    game: { e: "Clobber(xxo)", starter: "opponent", opponent: "perfect" },
    task: "This row is worth up. You are Left: win, although Right begins.",
    more: ["Clobber(xxo)", "Clobber(xo)", "^ + ^ + *", "* + *"],
  },
  {
    title: "Thermographs",
    text: [
      "Tax each move by t: the higher the tax, the less the players want to move. The [[thermograph]] shows, for each t, what play leads to if Left begins and if Right begins.",
      "Where the two walls meet, the game freezes: the height is the [[temperature]], the place the [[mean]]. Numbers grow to the left.",
      "Move the slider below the picture of `{3||2|1}`. Then play: of the two boards one is hotter than the other.",
    ],
    graph: "{3||2|1}",
    game: { e: "Domineering(3x3) + Domineering(2x3)", opponent: "club" },
    task: "You move first. Guess which board is hotter, and move there.",
    more: ["{9|3||1|-2}", "Domineering(3x3)", "Domineering(2x3)"],
  },
  {
    title: "The Euclid game and continued fractions",
    text: [
      "Two numbers: a move subtracts a multiple of the smaller from the larger. Who wins is read off the quotients of Euclid's algorithm, that is, the [[continued fraction]] of the two numbers.",
      "As long as the quotient is 1 there is only one move. The player who first meets a larger quotient decides: take all, or leave one.",
      "So count the ones at the beginning.",
    ],
    game: { e: "Euclid(21,8)", opponent: "perfect" },
    task: "Cut off squares: click how many. You move first and can win.",
    more: ["Euclid(21,8)", "Euclid(8,5)", "Euclid(34,20)"],
  },
  {
    title: "Your own game",
    text: [
      "Write down as a [[pattern]] what a move looks like before and after, and the computer plays and solves your game. This is all of Clobber on a strip: cells x/o . and left xo -> .x both, right = swap of left.",
      "Start from a template: under Rules of your own on Play there are ten. Change one thing and see who wins now.",
      "Then make a table of all small boards, look for what repeats, and try to prove it.",
    ],
    game: { e: "Hop(xx...oo|x....o.)", rules: "game Hop\ncells x/o .\nstart x.o\nleft   x. -> .x  xo. -> .ox\nright  .o -> o.  .xo -> ox.", opponent: "club" },
    task: "A game that has no name yet: stones walk, and jump over the other colour.",
    more: ["Clobber(1x6)", "ToadsAndFrogs(TT..FF)"],
  },
];
