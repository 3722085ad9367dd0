import { describe, expect, it } from 'vitest'
import { links } from '../../src/schemas/composer/draftChecks/links'
import { markdown } from '../../src/schemas/composer/draftChecks/markdown'
import { numbering } from '../../src/schemas/composer/draftChecks/numbering'
import { quotation } from '../../src/schemas/composer/draftChecks/quotation'

describe('the beginning of an item of a list', () => {
  const isSeen = (text: string) => numbering(text, undefined) !== undefined

  it.each(['1.', '1)', '1:', '12.', '123)', '-', '*', '•', '–'])('is %j before a blank', (mark) => {
    expect([`${mark} Yes`, ` \n${mark} yes`, `${mark}\nyes`].map(isSeen)).toEqual([true, true, true])
    expect([`Yes ${mark} yes`, mark].map(isSeen)).toEqual([false, false])
  })

  it.each(['1234. Yes', '1, Yes', '1.5 is it', '. Yes', '1 Yes', '+ Yes', '1.Yes', '-Yes', '*Yes', '•Yes', '–Yes'])(
    'is not %j',
    (text) => {
      expect(isSeen(text)).toBe(false)
    },
  )

  it.each(['3、好', '12．好', ' 123、好'])('is %j, without a blank', (text) => {
    expect(isSeen(text)).toBe(true)
  })

  it.each(['1234、好', '好3、', '3。好'])('is not %j either', (text) => {
    expect(isSeen(text)).toBe(false)
  })

  it.each(['(2) Yes', '[2] Yes', '(2)Yes', '2/ Yes', '2:Yes', '  [12]é', '123)好'])('is %j before a letter', (text) => {
    expect(isSeen(text)).toBe(true)
  })

  it.each(['2:30 is late', '1/2 of it', '(2) 3', '(2)  Yes', '1234)x', '{2} Yes', 'a(2) Yes'])('is not %j', (text) => {
    expect(isSeen(text)).toBe(false)
  })

  it.each(['#4 There', '# 4 There', 'No. 4 There', 'no.4 There', 'Nr. 12: There', 'nr. 3) Über', '  #123. There'])(
    'is %j before a capital',
    (text) => {
      expect(isSeen(text)).toBe(true)
    },
  )

  it.each(['#4 there', '#1234 There', '#4There', 'Not. 4 There', 'no 4 There', 'No. Four', 'x #4 There', '#4, There'])(
    'is not %j, which continues',
    (text) => {
      expect(isSeen(text)).toBe(false)
    },
  )

  it.each(['①', '⑳ x', '❶x', '❿', '➀', '➓', '  ②', '1⃣', '7\ufe0f⃣ x', ' 1⃣'])('is %j', (text) => {
    expect(isSeen(text)).toBe(true)
  })

  it.each(['x①', '㉑', 'x1⃣', '1\ufe0f', 'a\ufe0f⃣'])('is not %j', (text) => {
    expect(isSeen(text)).toBe(false)
  })

  it.each([
    ...['Reply', 'answer', 'OPTION', 'Comment', 'Version', 'draft', 'Antwort', 'Entwurf', 'respuesta', 'Opción'],
    ...['réponse', 'Risposta', 'resposta', 'Odpowiedź', 'svar', '回复', '返信', '답글'],
  ])('is the word %s, with a number or without', (word) => {
    const written = [
      `${word}: yes`,
      `${word} 2: yes`,
      ` ${word} #123：yes`,
      `${word}1.yes`,
      `${word} - yes`,
      `${word}) yes`,
    ]
    expect(written.map(isSeen)).toEqual(written.map(() => true))
    const unlike = [`${word} yes: no`, `x${word}: yes`, `${word} 1234: yes`, `${word}, yes`, word]
    expect(unlike.map(isSeen)).toEqual(unlike.map(() => false))
  })

  it.each([
    ['a) Yes', true],
    ['H) yes', true],
    [' c)\nyes', true],
    ['i) Yes', false],
    ['a)Yes', false],
    ['a. Yes', false],
    ['aa) Yes', false],
  ])('is one of the letters a to h: %j %s', (text, seen) => {
    expect(isSeen(text)).toBe(seen)
  })
})

describe('marking up', () => {
  const isSeen = (text: string) => markdown(text, undefined) !== undefined

  it.each([
    ...[
      '**a',
      'x **a** y',
      '__a',
      '`a`',
      'x `a b` y',
      '```',
      '[a](b',
      '# A',
      '###### A',
      'x\n## A',
      '> a',
      'x\n> a',
      '~~a',
    ],
    ...['<b>', '</b>', '<i >', '<em>', '<STRONG>', '<br/>', '<p>', '<a href', '<ul>', '<li>', '<code>', 'a <b> c'],
    ...[
      '- a\n- b',
      '* a\n* b',
      '+ a\n+ b',
      '• a\n• b',
      '1. a\n2. b',
      '1) a\n12) b',
      ' - a \n x\n - b',
      '|a|',
      'x\n | a | b | ',
    ],
  ])('is found in %j', (text) => {
    expect(isSeen(text)).toBe(true)
  })

  it.each([
    ...[
      '** a',
      '****',
      'a__b',
      '5__b',
      '___b',
      '__ a',
      '`a',
      '`a\nb`',
      '``',
      '](',
      '] (a)',
      '](\n',
      '#A',
      '####### A',
      '# \n',
    ],
    ...[
      'a # b',
      '>a',
      'a > b',
      '~~ a',
      '~a~',
      '< b>',
      '<bb>',
      '<b',
      '<x>',
      'b>',
      '<brx>',
      '- a\nb',
      '-a\n-b',
      '123. a\n124. b',
    ],
    ...['1, a\n2, b', 'x - a\nx - b', '|', '||', '|a', 'a|', 'a|b'],
  ])('is not found in %j', (text) => {
    expect(isSeen(text)).toBe(false)
  })
})

describe('text that looks like a link', () => {
  const told = (text: string) => links(text, undefined)
  const seen = (what: string) => `contains what looks like a link: ${what}`

  it.each([
    ...['hxxp://a', 'hxxps://a', 'HXXP://a', 'www.ä', 'wa.me', 'wa.me/1', 'abc。com'],
    ...[
      'abc．de',
      'abc[.]de',
      'abc(dot)de',
      'abc{punkt}de',
      'abc[punto]es',
      'abc[point]fr',
      'abc[点]cn',
      'a@bücher.de',
    ],
  ])('is %j', (word) => {
    expect(told(`See ${word} now`)?.startsWith('contains')).toBe(true)
  })

  it.each([
    'hxxp:/a',
    'ahxxp://a',
    'www.',
    'awww.',
    'xwww.-',
    'abc。1',
    'abc[,]de',
    'abc[.]1',
    'abc[.',
    '@a.b',
    'a@b',
    'a@b.c',
    'a@.de',
  ])('is not %j', (word) => {
    expect(told(`See ${word} now`)).toBeUndefined()
  })

  it.each(['com', 'net', 'org', 'io', 'co', 'ai', 'app', 'dev', 'shop', 'de', 'me', 'xyz'])(
    'is “abc dot %s”',
    (domain) => {
      expect(told(`abc dot ${domain}`)).toBe(seen(`abc dot ${domain}`))
      expect(told(`abc dot ${domain.toUpperCase()}!`)).toBe(seen(`abc dot ${domain}`))
    },
  )

  it.each(['[.]', '(dot)', '{punkt}', '[PUNTO]', '(point)', '[点]'])('is a name, “%s” and anything', (dot) => {
    expect(told(`abc ${dot} zone9`)).toBe(seen(`abc ${dot} zone`))
  })

  it('is named without the bracket or the quotation mark before it, and once', () => {
    expect(told('(a@b.de “a@b.de «a@b.de')).toBe(seen('a@b.de'))
    expect(told('abc[.]de and xyz[.]de')).toBe(seen('abc[.]de, xyz[.]de'))
  })

  it('is named only if there are no real links', () => {
    expect(told('a.com')).toBe('contains a link: a.com')
    expect(told('a.com b.com hxxp://c')).toBe('contains links: a.com, b.com')
  })
})

describe('a text in quotation marks', () => {
  it.each([' "a" ', '“ab”!', '"ab"?', '"ab"。', '«ab»', '»ab«', '„ab”', '„ab“', '‚ab‘', '『ab』', '"it’s"'])(
    'is %j',
    (text) => {
      expect(quotation(text, undefined)).toBe('is in quotation marks')
    },
  )

  it.each(['', '"', '""', 'ab', '"ab', 'ab"', '"ab”', '«ab«', '"ab"!!', '"ab",', '"ab".x', "'a' b'"])(
    'is not %j',
    (text) => {
      expect(quotation(text, undefined)).toBeUndefined()
    },
  )
})
