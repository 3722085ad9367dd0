// The stand-in for X as a process of its own: it survives the servers, and its rule about replies is off. Arguments:
// port, data file.
import { startXStandIn } from '../../sandbox/x/standIn'

const [port = '0', dataFile] = process.argv.slice(2)
const options = { replyRule: 'open' as const }
const standIn = await startXStandIn({ port: Number(port), options, ...(dataFile ? { dataFile } : {}) })
console.log(`X stand-in: ${standIn.baseUrl}`)
process.once('SIGTERM', () => standIn.close().then(() => process.exit(0)))
