import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shortSizes } from '../torture/support/sizes'

it('each torture command has a short size, by arguments that it reads', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = Object.keys(scripts).flatMap((name) => /^torture:(?!all$)(\w+)$/.exec(name)?.[1] ?? [])
  expect(Object.keys(shortSizes).sort()).toEqual(commands.sort())
  for (const [name, sizes] of Object.entries(shortSizes)) {
    const code = readFileSync(`torture/${name}.ts`, 'utf8')
    const unread = sizes.filter((each) => each.startsWith('--') && !code.includes(`'${each.slice(2)}'`))
    expect([name, unread.filter((each) => !code.includes(`'${each}'`))]).toEqual([name, []])
  }
})
