import fc from 'fast-check'

const pieces = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.constantFrom(
    ...[
      '"',
      '“',
      '«',
      '`',
      ' ',
      '\n',
      '\u00a0',
      '\u200b',
      '\ufeff',
      '\u00ad',
      '=',
      ':',
      ',',
      ';',
      '<',
      '>',
      '(',
      ')',
      '*',
      '|',
    ],
    ...[
      'api_key',
      'API Key',
      'token',
      'secret',
      'GoodKey',
      '12-Good_Token',
      '@maker',
      'https://x.com/maker',
      '１２',
      'é',
      'e\u0301',
    ],
    ...['https://x.com/a/status/20', 'x.com/a/status/20', 'https://', 'i/status/1', '20', '{', '}', '\0', '\ud800'],
  ),
)
/** Text as people, files and programs bring it: keys, handles and links among surrounding signs. */
export const anyText = fc.array(pieces, { maxLength: 8 }).map((each) => each.join(''))
