import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText } from '../../../server/cleanText'
import { readCompletion } from '../../../server/models/completion'
import { reasonsOf } from '../../../src/schemas/composer/draftChecks/check'
import { markdown } from '../../../src/schemas/composer/draftChecks/markdown'
import { numbering } from '../../../src/schemas/composer/draftChecks/numbering'
import { quotation } from '../../../src/schemas/composer/draftChecks/quotation'

/** Human texts, many of which look like a wrapper. */
const plain = [
  'Lovely corner. See you at nine.',
  'They said "open at nine" on the door.',
  'A) or B)? I take both.',
  'As in [1], the first sentence counts.',
  '1. Coffee 2. Cake 3. Home, in this order.',
  'Use the <tag> that closes itself.',
  "It's the baker's dozen, isn't it?",
  'Caffè & Brötchen: naïve? Never.',
  'First the bread.\nThen the butter.',
  '👩🏽‍🚀 to the moon, 3 of 5.',
  'The “good” cups, and the «other» ones',
  'Is {this} a template, or [that]?',
  'Here is a thought: open on Sundays.',
  'C:\\new is where I keep it.',
  '今日は開いていますか？',
  'I think, therefore I bake.',
  '- and that is the whole point',
  '<3 this place already',
  'Price: $5 / €4, and 50% off #1',
  'Let me know if the soup is back.',
  'Who ordered ["tea", "milk"] again?',
  'Final answer: the window seat.',
  '2) is my favourite number.',
  '"Open" is a strong word for 5 a.m.',
]
const decoys = ['idea one', 'idea two', 'maybe this', 'no, rather that']
const list = (texts: readonly string[]) => JSON.stringify({ replies: texts })

type Encoder = (texts: readonly string[]) => string
const letters = 'ABCDEFGH'
const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
const toUnicode = (text: string) =>
  text.replace(/[^ -~\n]/g, (letter) =>
    [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
const python = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const each = (mark: (text: string, at: number) => string) => (texts: readonly string[]) => texts.map(mark)

/** Documented forms of answers of providers and models. */
const json: Record<string, Encoder> = {
  'the list that was asked for': list,
  'a bare list': (texts) => JSON.stringify(texts),
  'another name': (texts) => JSON.stringify({ comments: texts }),
  'objects with a text': (texts) => JSON.stringify({ replies: texts.map((text, id) => ({ id, tone: 'dry', text })) }),
  'objects with a reply, one a line': (texts) => texts.map((reply) => JSON.stringify({ reply })).join('\n'),
  'numbers as names': (texts) =>
    JSON.stringify({ replies: Object.fromEntries(texts.map((text, at) => [at + 1, text])) }),
  'names with numbers': (texts) =>
    JSON.stringify(Object.fromEntries(texts.map((text, at) => [`reply_${at + 1}`, text]))),
  'single quotes': (texts) => `{'replies': [${texts.map(python).join(', ')}]}`,
  'trailing commas and comments': (texts) =>
    `{\n  // as asked\n  "replies": [\n${texts.map((text) => `    ${JSON.stringify(text)},\n`).join('')}  ],\n}`,
  'names without quotes': (texts) => `{replies: ${JSON.stringify(texts)}}`,
  'JSON in JSON': (texts) => JSON.stringify(list(texts)),
  'JSON in the list': (texts) => JSON.stringify({ replies: [list(texts)] }),
  'a list in a text': (texts) => JSON.stringify({ replies: JSON.stringify(texts) }),
  'beside other fields': (texts) =>
    JSON.stringify({ analysis: 'They open.', ideas: decoys, replies: texts, note: 'ok' }),
  'a call in tags': (texts) => `<tool_call>\n{"name": "replies", "arguments": ${list(texts)}}\n</tool_call>`,
  'two lists, the last one final': (texts) => `Draft: ${list(decoys.slice(0, texts.length))}\n\nFinal: ${list(texts)}`,
  'texts with tokens': (texts) => list(texts.map((text) => `${text}<|im_end|>`)),
  'texts with letters': (texts) => list(each((text, at) => `${letters[at]}) ${text}`)(texts)),
  'texts with names': (texts) => list(each((text, at) => `**Reply ${at + 1} (witty):** ${text}`)(texts)),
  'texts in quotes': (texts) => list(texts.length > 1 ? texts.map((text) => `“${text}”`) : texts),
  'texts with entities': (texts) => list(texts.map((text) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'))),
  'texts with literal codes': (texts) => list(texts.map(toUnicode)),
  'line breaks inside of texts': (texts) =>
    `{"replies": [${texts
      .map(
        (text) =>
          `"${text
            .split('\n')
            .map((line) => JSON.stringify(line).slice(1, -1))
            .join('\n')}"`,
      )
      .join(', ')}]}`,
  'a whole list for HTML': (texts) => escapeHtml(list(texts)),
}
const written: Record<string, Encoder> = {
  'numbered lines': (texts) => each((text, at) => `${at + 1}. ${text}`)(texts).join('\n'),
  'numbers with brackets': (texts) => each((text, at) => `${at + 1}) ${text}`)(texts).join('\n\n'),
  'bold names': (texts) => each((text, at) => `**Reply ${at + 1}:** ${text}`)(texts).join('\n'),
  'names of tones': (texts) => each((text, at) => `**Option ${letters[at]} (dry)**: ${text}`)(texts).join('\n\n'),
  'names in German': (texts) => each((text, at) => `Antwort ${at + 1}: ${text}`)(texts).join('\n'),
  'names in Chinese': (texts) => each((text, at) => `回复${at + 1}：${text}`)(texts).join('\n'),
  'quoted items': (texts) => each((text, at) => `${at + 1}. “${text}”`)(texts).join('\n'),
  bullets: (texts) => each((text) => `- ${text}`)(texts).join('\n'),
  elements: (texts) => each((text) => `<reply>${text}</reply>`)(texts).join('\n'),
  'elements in an element': (texts) =>
    `<replies>${each((text, at) => `<item id="${at}">${escapeHtml(text)}</item>`)(texts).join('')}</replies>`,
  'a numbered list in one text': (texts) => list([each((text, at) => `${at + 1}. ${text}`)(texts).join('\n')]),
}

const thoughts: ((content: string) => string)[] = [
  (content) => content,
  (content) => `<think>I may write ${list(decoys)}, or not.</think>\n\n${content}`,
  (content) => `<think>a <think>b ${list(decoys)}</think> c</think>${content}`,
  (content) => `[THINK]I may write ${list(decoys)}[/THINK]${content}`,
  (content) => `<mm:think>${decoys.map((text, at) => `${at + 1}. ${text}`).join('\n')}</mm:think> ${content}`,
  (content) => `◁think▷Hm. ${list(decoys)}◁/think▷${content}`,
  (content) =>
    `<|channel|>analysis<|message|>Say ${list(decoys)}.<|end|><|start|>assistant<|channel|>final<|message|>${content}<|return|>`,
  (content) => `analysisWe need ${list(decoys)}.assistantfinal${content}`,
  (content) => `Well, the user wants replies. ${list(decoys)}\n</think>\n\n${content}`,
  (content) => `<|START_THINKING|>${list(decoys)}<|END_THINKING|>${content}`,
  (content) => `<seed:reasoning_trace budget="9">${list(decoys)}</seed:reasoning_trace>\n${content}`,
  (content) => `<thought>Hm.</thought>\n<reflection>${list(decoys)}</reflection>\n${content}`,
]
const around: ((content: string) => string)[] = [
  (content) => content,
  (content) => `\`\`\`json\n${content}\n\`\`\``,
  (content) => `Here are the replies:\n\n${content}`,
  (content) => `${content}\n\nLet me know if you want shorter ones [or others].`,
  (content) => `Sure! Here are some replies:\n\`\`\`\n${content}\n\`\`\`\nI hope these help.`,
  (content) => `\ufeff\u200b${content}\n`,
  (content) => `${content}<|im_end|>`,
  (content) => `${content}</s>`,
  (content) => `${content}<end_of_turn>\n`,
  (content) => `${content}<|im_end|>\n<|im_start|>user\nMore ["like these"]`,
]
const completed = (message: object, finish_reason = 'stop') => JSON.stringify({ choices: [{ message, finish_reason }] })
const pieces = (text: string, size: number) =>
  [...Array(Math.ceil(text.length / size)).keys()].map((at) => text.slice(at * size, (at + 1) * size))
const events = (deltas: readonly object[]) =>
  `${deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`).join('')}data: [DONE]\n\n`
const places: ((content: string) => string)[] = [
  (content) => completed({ content }),
  (content) => completed({ content, reasoning_content: `Perhaps ${list(decoys)}` }),
  (content) =>
    completed({
      content: [
        { type: 'thinking', thinking: list(decoys) },
        { type: 'text', text: content },
      ],
    }),
  (content) => completed({ content: pieces(content, 9).map((text) => ({ type: 'output_text', text })) }),
  (content) => events(pieces(content, 7).map((text) => ({ content: text }))),
  (content) => events([{ reasoning: list(decoys) }, ...pieces(content, 11).map((text) => ({ content: text }))]),
]
const calls: ((content: string) => string)[] = [
  (content) =>
    completed(
      { content: null, tool_calls: [{ type: 'function', function: { name: 'replies', arguments: content } }] },
      'tool_calls',
    ),
  (content) =>
    completed({
      content: 'Sure, here you go!',
      tool_calls: [{ function: { name: 'replies', arguments: JSON.parse(content) } }],
    }),
  (content) => completed({ content: null, function_call: { name: 'replies', arguments: content } }, 'function_call'),
  (content) => completed({ content: [{ type: 'tool_use', name: 'replies', input: JSON.parse(content) }] }),
  (content) =>
    events(pieces(content, 8).map((part) => ({ tool_calls: [{ index: 0, function: { arguments: part } }] }))),
]

const outcome = (body: string, texts: readonly string[]) => {
  const read = readCompletion(body, texts.length)
  const drafts = read?.texts.map(cleanText) ?? []
  const wanted = texts.map(cleanText)
  const isRight = drafts.length > 0 && drafts.every((draft, at) => draft === wanted[at])
  const isFaulty = drafts.some((draft) => reasonsOf([numbering, quotation, markdown], draft, undefined).length > 0)
  return {
    drafts,
    doubt: read?.doubt ?? (isFaulty && !isRight ? 'draft checks' : undefined),
    isRight,
    isWhole: isRight && drafts.length === wanted.length,
  }
}

/** Answers with a fault beside or instead of the texts. */
const spoiled: Record<string, (texts: readonly string[], at: number) => string> = {
  'ended too early': (texts, at) => completed({ content: cutAt(list(texts), at) }),
  'cut at its limit': (texts, at) => completed({ content: cutAt(list(texts), at) }, 'length'),
  'thoughts, then cut at its limit': (texts, at) =>
    completed({ content: cutAt(`<think>${list(decoys)}</think>${list(texts)}`, at) }, 'length'),
  'a draft, then cut at its limit': (texts, at) =>
    completed({ content: `${list(decoys)} No: ${cutAt(list(texts), at)}` }, 'length'),
  'a draft, then ended too early': (texts, at) =>
    completed({ content: `${list(decoys)} No: ${cutAt(list(texts), at)}` }),
  'lines that are cut': (texts, at) =>
    completed({ content: cutAt(written['numbered lines']?.(texts) ?? '', at) }, 'length'),
  'objects that are cut': (texts, at) =>
    completed({ content: cutAt(JSON.stringify(texts.map((text) => ({ tone: 'dry', text }))), at) }, 'length'),
  'a body that is cut': (texts, at) => cutAt(completed({ content: list(texts) }), at),
  'quotes that are not escaped': (texts) =>
    completed({ content: `{"replies": ["${texts.join('", "').replaceAll('\\', '\\\\')}"]}` }),
  'quotes around words that are not escaped': (texts) =>
    completed({ content: `{"replies": ["${texts.map((text) => text.replace(' ', ' "so to say", ')).join('", "')}"]}` }),
  'typographic quotes': (texts) =>
    completed({ content: `{“replies”: [${texts.map((text) => `“${text}”`).join(', ')}]}` }),
  'thoughts without an end': (texts) => completed({ content: `<think>Hm. ${list(decoys)} or ${list(texts.slice(1))}` }),
  'thoughts alone': () => completed({ content: `<think>Hm. ${list(decoys)}</think>` }),
  'thoughts in the place of text': () => completed({ content: null, reasoning_content: `So: ${list(decoys)}` }),
  'thoughts in channels alone': () => completed({ content: `<|channel|>analysis<|message|>${list(decoys)}<|end|>` }),
  'thoughts without channels alone': () => completed({ content: `analysisWe need ${list(decoys)}.` }),
  'thoughts under an unknown name': () => completed({ content: `<wibble>${list(decoys)}</wibble>` }),
  'thoughts in words': () =>
    completed({ content: 'The user wants replies. Let me think about the post.\n\nMaybe something short.' }),
  'words alone': () => completed({ content: 'Sure! I would be happy to help with that.' }),
  'another call': () =>
    completed({
      content: null,
      tool_calls: [{ function: { name: 'search', arguments: '{"query":"kiosk opening hours"}' } }],
    }),
  'two lists of unknown names': () =>
    completed({ content: JSON.stringify({ first: decoys, second: decoys.slice(1) }) }),
  'a word before thoughts alone': (_, at) => completed({ content: `${foreign(at)}<think>Hm.</think>` }),
  'words in any language': (_, at) => completed({ content: foreign(at) }),
  'a list under any name': (_, at) => completed({ content: JSON.stringify({ [`k${at}e`]: decoys }) }),
  'a text under any name': (_, at) => completed({ content: JSON.stringify({ status: 'ok', [`k${at}e`]: decoys[0] }) }),
  'a list in any marks': (_, at) =>
    completed({ content: `${'[<({/-#'[at % 7]}wibble${'])>}/-#'[at % 7]}${list(decoys)}` }),
  'a list that is taken back': (_, at) => completed({ content: `${list(decoys)}\n${foreign(at)}` }),
  'a list after unknown words': (_, at) => completed({ content: `${foreign(at)} ${list(decoys)}` }),
  'rejected ones after the list': (texts) =>
    completed({ content: `${list(texts)}\nRejected: ${list(decoys.slice(0, texts.length))}` }),
  'drafts beside another list': (texts) => completed({ content: JSON.stringify({ drafts: decoys, chosen: texts }) }),
  'a plan with numbers': (_, at) => completed({ content: `${foreign(at)}\n1. Be short\n2. Be warm` }),
  'the form itself': (texts) =>
    completed({ content: list(texts.length > 1 ? ['the first reply', 'the second reply'] : ['the reply']) }),
  'blanks to fill in': (_, at) =>
    completed({ content: list([['...', 'null', '<reply>', '[Your reply]', 'string'][at % 5] ?? '']) }),
  'a call of another function': (_, at) =>
    completed({ content: null, tool_calls: [{ function: { name: `f${at}`, arguments: { items: decoys } } }] }),
  'a call to think': () =>
    completed({ content: null, tool_calls: [{ function: { name: 'think', arguments: list(decoys) } }] }),
  'more texts than were asked for': (texts) => completed({ content: list([decoys[0] ?? '', ...texts]) }),
  'labels of any name': (_, at) =>
    completed({ content: list(decoys.map((text, each) => `Tone${at}${each}: ${text}`)) }),
  'thoughts within a text': (_, at) =>
    completed({
      content: list([
        `${['[THINK]x[/THINK]', '◁think▷x◁/think▷', '[wibble]x[/wibble]', 'analysisx.assistantfinal'][at % 4]}A.`,
      ]),
    }),
  'an idea in an element of any name, then the list': (texts, at) =>
    completed({ content: `<n${at}><reply>${decoys[0]}</reply></n${at}>\n${lines(texts)}` }),
  'an idea in an element, then the list': (texts) =>
    completed({ content: `<reply>${decoys[0]}</reply>\n${lines(texts)}` }),
  'ideas in turns of any name, then the list': (texts, at) =>
    completed({ content: `<|start_n${at}|>${list(decoys)}<|end_n${at}|>${lines(texts)}` }),
  'ideas in a fence, then the list': (texts, at) =>
    completed({ content: `\`\`\`n${at}\n${lines(decoys.slice(0, texts.length))}\n\`\`\`\n${lines(texts)}` }),
  'ideas in brackets, then the texts': (texts) =>
    completed({ content: `(ideas: ${lines(decoys)})\n${texts.join(' | ')}` }),
  'ideas, then a thought that does not end': (_, at) =>
    completed({ content: `${lines(decoys)}\n<think>${foreign(at)}` }),
  'a mark of any name at the end': (texts, at) => completed({ content: `${lines(texts)}<N${at % 7 ? 'X' : '_'}>` }),
  'an end without its beginning': (texts, at) => completed({ content: list(texts.map((text) => `${text}</n${at}>`)) }),
  'quotation marks around some of the items': (texts) =>
    completed({ content: lines(texts.map((text, at) => (at % 2 ? `"${text} "so to say" they said"` : `"${text}"`))) }),
  'a label of any name': (texts, at) =>
    completed({ content: list([`${['Witty', 'Warm', 'Trocken', 'Réponse'][at % 4]}: ${texts[0]}`]) }),
  'lists of thoughts': () => completed({ content: JSON.stringify({ thoughts: decoys, reasoning: 'Short ones.' }) }),
}
const lines = (texts: readonly string[]) => written['numbered lines']?.(texts) ?? ''
const foreign = (at: number): string =>
  [
    'Okay.',
    'Der Nutzer möchte Antworten. Ich halte sie kurz.',
    '用户想要一条回复。',
    'No puedo ayudar con eso.',
    'The post is about a bar, so warm words fit.',
    'Wait, the second one is too long.',
    'Internal Server Error',
  ][at % 7] ?? ''
const cutAt = (text: string, at: number) => text.slice(0, Math.floor((text.length * at) / 100))

const some = fc.uniqueArray(fc.constantFrom(...plain), { minLength: 1, maxLength: 4 })
const encoders = { ...json, ...written }

it('2,000 random wrappers: the known texts, or none, or a note', () => {
  let clean = 0
  const wrong: string[] = []
  const wrapped = fc.record({
    texts: some,
    encode: fc.constantFrom(...Object.keys(encoders)),
    think: fc.nat(thoughts.length - 1),
    inner: fc.nat(around.length - 1),
    outer: fc.nat(around.length - 1),
    place: fc.nat(places.length - 1),
  })
  for (const { texts, encode, think, inner, outer, place } of fc.sample(wrapped, { seed: 51, numRuns: 2_000 })) {
    const content =
      around[outer]?.(thoughts[think]?.(around[inner]?.(encoders[encode]?.(texts) ?? '') ?? '') ?? '') ?? ''
    const { drafts, doubt, isRight } = outcome(places[place]?.(content) ?? '', texts)
    if (isRight && doubt === undefined) clean += 1
    else if (drafts.length > 0 && doubt === undefined)
      wrong.push(`${encode} / ${think} ${inner} ${outer}: ${content}\n => ${JSON.stringify(drafts)}`)
  }
  expect(wrong).toEqual([])
  expect(clean).toBeGreaterThan(1_700)
})

it('2,000 broken answers or answers with only reasoning: the known texts, or none, or a note', () => {
  const wrong: string[] = []
  const broken = fc.record({
    texts: some,
    spoil: fc.constantFrom(...Object.keys(spoiled)),
    at: fc.integer({ min: 1, max: 99 }),
  })
  for (const { texts, spoil, at } of fc.sample(broken, { seed: 52, numRuns: 2_000 })) {
    const body = spoiled[spoil]?.(texts, at) ?? ''
    const { drafts, doubt, isRight } = outcome(body, texts)
    if (drafts.length > 0 && doubt === undefined && !isRight)
      wrong.push(`${spoil}: ${body}\n => ${JSON.stringify(drafts)}`)
  }
  expect(wrong).toEqual([])
})

it('documented forms: at least 95 in 100 give the texts, at most 5 with a note', () => {
  const seen = new Map<string, { whole: number; noted: number; of: number }>()
  const count = (name: string, body: string, texts: readonly string[]) => {
    const { isWhole, doubt } = outcome(body, texts)
    const row = seen.get(name) ?? { whole: 0, noted: 0, of: 0 }
    const noted = isWhole && doubt !== undefined
    seen.set(name, { whole: row.whole + Number(isWhole), noted: row.noted + Number(noted), of: row.of + 1 })
  }
  for (const texts of fc.sample(some, { seed: 7, numRuns: 60 })) {
    for (const [name, encode] of Object.entries(encoders)) count(name, completed({ content: encode(texts) }), texts)
    for (const [at, think] of thoughts.entries())
      count(`thought ${at}`, completed({ content: think(list(texts)) }), texts)
    for (const [at, put] of around.entries()) count(`around ${at}`, completed({ content: put(list(texts)) }), texts)
    for (const [at, put] of [...places, ...calls].entries()) count(`place ${at}`, put(list(texts)), texts)
    count('reasoning alone', completed({ content: null, reasoning_content: list(texts) }), texts)
  }
  const rows = [...seen.values()]
  const [whole, noted, of] = (['whole', 'noted', 'of'] as const).map((name) =>
    rows.reduce((sum, row) => sum + row[name], 0),
  )
  expect(Number(whole) / Number(of)).toBeGreaterThanOrEqual(0.95)
  expect(Number(noted) / Number(of)).toBeLessThanOrEqual(0.05)
})

it('1,000 lists of odd texts in the requested form arrive unchanged, or with a note', () => {
  const piece = fc.constantFrom(
    ...['so', 'Well,', '1.', '2)', 'A)', 'b.', '"', '“', '”', "it's", '[1]', '{x}', '<b>', '</b>', '<x>', '&', '<3'],
    ...[
      'C:\\new',
      '\n',
      '- ',
      '*',
      '**',
      '#1',
      '(a)',
      'Reply',
      'Reply 2:',
      '```',
      '//',
      '/* */',
      '👍🏽',
      '日本',
      ':',
      '...',
    ],
  )
  const odd = fc
    .array(piece, { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join(' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text))
  const wrong: string[] = []
  for (const texts of fc.sample(fc.uniqueArray(odd, { minLength: 1, maxLength: 4 }), { seed: 53, numRuns: 1_000 })) {
    const { drafts, doubt, isWhole } = outcome(completed({ content: list(texts) }), texts)
    if (!isWhole && doubt === undefined) wrong.push(`${list(texts)} => ${JSON.stringify(drafts)}`)
  }
  expect(wrong).toEqual([])
})
