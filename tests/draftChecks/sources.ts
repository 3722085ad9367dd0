import type { HeldCase, HeldCases } from './held'

const post =
  'We open our first shop in Trieste this Saturday at 9. Anna bakes, and the first 40 guests get a mug. It took 1,200 hours.'
const sources = ['Mara repaired espresso machines for eleven years.', 'Born in 1984. Likes Zanussi machines.']
const from = (...texts: string[]): HeldCase[] =>
  texts.map((text) => ({ text, about: { post, sources, language: 'en' } }))
const fromGerman = (...texts: string[]): HeldCase[] =>
  texts.map((text) => ({ text, about: { post, sources, language: 'de' } }))

export const inventedCases: HeldCases = {
  bad: [
    ...from(
      'I queued for 25 minutes and would again.',
      'Only 12 chairs? Brave.',
      'That is 300 hours per cup.',
      'My last mug cost $4.',
      'About 85% of that is waiting.',
      'They say 2019 was the year for this.',
      'Reminds me of Ottolenghi in his first week.',
      'The same tiles as in Lisbon.',
      'Ask Giulia about the ovens.',
      'It beats Starbucks by a street.',
      'Better than anything in New York City.',
      'I once met Anna and Federico there.',
      'The old shop in Via Cavana had that door.',
      'Even Illy would queue.',
      'Between 15 and 20 people, I guess.',
      'A €14 coffee tastes of rent.',
      'It took 2,400 hours, surely.',
      'Like the one in Berlin, but warm.',
      'My friend Paolo says hello.',
      'Since 1931 nobody dared.',
      'It took 4\u00a0000 hours, or 4\u202f000.',
    ),
    ...fromGerman('Das waren bestimmt 3.000 Stunden.', 'Mit 75 Gästen wird es eng.'),
  ],
  fine: [
    ...from(
      'Who gets the 41st mug?',
      'Forty mugs, and one sink.',
      'Trieste has enough coffee, and not enough shops.',
      'Anna must be tired by now.',
      '1200 hours, and it opens at 9.',
      'A Zanussi, I hope.',
      'I have 2 questions about the door.',
      'On Monday it will smell of this.',
      'Saturday is a good day for bread.',
      'Anna’s bread first, then the mugs.',
      'The shop smells of Italian coffee, I bet.',
      'Three cups later I would still be there.',
    ),
    ...fromGerman(
      'Der Laden riecht bestimmt nach Brot.',
      'Samstag um 9 ist die Tasse voll.',
      'Die Anna backt, die Leute warten.',
    ),
  ],
}

export const invisibleCases = {
  bad: [
    'Great\u200b corner',
    'Great\u2060 corner',
    '\ufeffGreat corner',
    'Gr\u00adeat corner',
    'Great \u{e0041}\u{e0042}corner',
    'Great corner\u{e0020}\u{e0068}\u{e0069}',
    '\u202eGreat corner',
    'Great \u2066corner\u2069',
    'Great\ufe0f corner',
    'Great\u{e0101} corner',
    'Sch\u200dild',
    'Sch\u200cild',
    'Schönes\u200b Schild',
    'esquina\u200b\u200b\u200b',
    'ベル\u2060の音',
    '门\u200b把手',
    '문\u200b고리',
    'Сра\u00adзу',
    'a\u034fb corner',
    'bell\u200e rings',
  ],
  fine: [
    'I ❤️ that corner',
    '👩‍👩‍👧‍👦 at the door',
    '🏳️‍🌈 in the window',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 and a bell',
    'می‌خواهم',
    'क्‍ष',
    '1️⃣ chair',
    'line\nbreak',
    'Café',
    'Cafe\u0301',
  ],
} as const
