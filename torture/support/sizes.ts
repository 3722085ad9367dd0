/** Each torture command, and the arguments that make it short: together less than 20 minutes on two quiet cores. */
export const shortSizes: Record<string, string[]> = {
  order: [],
  restore: [],
  locked: [],
  stop: ['--rounds', '3'],
  slow: ['--sends', '3'],
  kill: ['--kills', '20'],
  bill: ['--kills', '12'],
  tokens: ['--kills', '8'],
  handover: ['--items', '12', '--kills', '5', '--restores', '1'],
  inbox: ['--mentions', '500', '--kills', '8'],
  classes: ['--items', '1'],
  turnback: ['--short'],
  postgres: ['--items', '200', '--freezes', '2', '--crashes', '1'],
  neighbour: ['--short'],
  upgrade: ['--rounds', '1'],
  disk: [],
}
