import { withoutInvisible } from '../../src/schemas/gate/characters'

const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** Converts to half-width letters without accents, and to the keys of a Latin keyboard, as in lists of passwords. */
export const asListed = (lower: string): string =>
  isAscii(lower)
    ? lower
    : withoutInvisible(
        lower.normalize('NFC').replace(/[а-я]/g, (letter) => latinKeys[cyrillicKeys.indexOf(letter)] ?? letter),
      )
        .normalize('NFKD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .toLowerCase()

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
