const names = Array.from({ length: 10_000 }, (_, i) => `@user_${(i * 7919) % 10007}_${i % 7}`)
const t = (name: string, f: () => unknown) => { const a = performance.now(); f(); console.log(name, (performance.now() - a).toFixed(1)) }
const cmp = (a: string | number | undefined, b: string | number | undefined): number => a === b || a === undefined || b === undefined ? 0 : a < b ? -1 : 1
const which = process.argv[2]
for (let k = 0; k < 3; k++) {
  if (which === 'now') t('now', () => { const keys = names.map((n) => n.replace(/^@/, '')); return Array.from(keys, (_, p) => p).sort((a, b) => cmp(keys[a], keys[b]) || a - b) })
  if (which === 'objects') t('objects', () => { const keys = names.map((n, at) => ({ key: n.startsWith('@') ? n.slice(1) : n, at })); keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at)); return keys.map(({ at }) => at) })
  if (which === 'stable') t('stable', () => { const keys = names.map((n, at) => ({ key: n.startsWith('@') ? n.slice(1) : n, at })); keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)); return keys.map(({ at }) => at) })
  if (which === 'flat') t('flat', () => { const keys = names.map((n) => (n.charCodeAt(0) === 64 ? n.slice(1) : n)); const s = keys.map((n, at) => `${n}\u0000${String.fromCharCode(at)}`).sort(); return s.map((n) => n.charCodeAt(n.length - 1)) })
  if (which === 'native') t('native', () => { const keys = names.map((n) => n.slice(1)); const s = [...keys].sort(); return s })
}
