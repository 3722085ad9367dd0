import { circlesIn, importsOf, rooms, sources } from '../tests/support/imports'

/** npm run imports: prints the imports between folders as a Mermaid flowchart, with counts. */
const roomOf = (path: string): string => {
  const [top = '', room = '', rest] = path.split('/')
  return (top === 'src' || top === 'server') && rest !== undefined ? `${top}/${room}` : top
}

const files = rooms.flatMap(sources)
const own = files.flatMap(importsOf).filter(({ target }) => rooms.some((room) => target.startsWith(`${room}/`)))
const between = new Map<string, number>()
for (const { file, target } of own) {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from !== to) between.set(`${from} ${to}`, (between.get(`${from} ${to}`) ?? 0) + 1)
}
const id = (room: string) => room.replaceAll('/', '_')
const edges = [...between].map(([pair, count]) => {
  const [from = '', to = ''] = pair.split(' ')
  return { from, to, count }
})

console.log('```mermaid\nflowchart TD')
for (const room of new Set(edges.flatMap(({ from, to }) => [from, to]))) console.log(`  ${id(room)}["${room}"]`)
for (const { from, to, count } of edges) console.log(`  ${id(from)} -- ${count} --> ${id(to)}`)
console.log('```')

const withoutEnding = (file: string) => file.replace(/\.tsx?$/, '')
const running = own.filter(({ typeOnly, late }) => !typeOnly && !late)
const named = edges.filter(({ from, to }) => ![from, to].some((room) => room === 'src' || room === 'server'))
const circles = circlesIn(named.map(({ from, to }) => [from, to]))
for (const circle of circles) console.log(`circle of rooms: ${circle.join(', ')}`)
console.table({
  'files in src': files.filter((file) => file.startsWith('src/')).length,
  'files in server': files.filter((file) => file.startsWith('server/')).length,
  'imports between rooms': edges.reduce((sum, { count }) => sum + count, 0),
  'arrows between rooms': edges.length,
  'circles of rooms': circles.length,
  'circles of files that run': circlesIn(running.map(({ file, target }) => [withoutEnding(file), target])).length,
})
