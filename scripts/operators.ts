// npm run operators [-- invite | reset EMAIL | disable EMAIL | enable EMAIL | sign-out EMAIL | sign-out-all |
// take-factor EMAIL]: lists operators, or does what an administrator could, even while the server runs. See
// docs/operating.md.
import { readConfig } from '../server/config'
import { retrying } from '../server/db/retrying'
import { audit } from '../server/db/trail/audit'
import { listOperators, setDisabled } from '../server/features/security/operators.store'
import { takeFactorsAway } from '../server/features/security/secondFactor.store'
import { createPass } from '../server/features/session/passes.store'
import { endSessions } from '../server/features/session/sessions.store'
import { findUser } from '../server/features/session/users.store'
import { openServersTrail, runThenClose } from './serversDatabase'

const config = readConfig(process.env)
const [command = 'list', email = ''] = process.argv.slice(2)
const database = await openServersTrail(config)
const { db } = database

const named = async () => {
  const user = await findUser(db, email)
  if (!user) throw new Error(`${email || 'EMAIL'}: no operator has this address`)
  return user
}

const disable = async (disabled: boolean) => {
  const { id } = await named()
  await retrying(db, async (trx) => {
    await setDisabled(trx, id, disabled)
    await audit(trx, id, disabled ? 'operator.disabled' : 'operator.enabled', email, 'by the command line')
  })
  console.log(`${email} is ${disabled ? 'disabled' : 'enabled'}.`)
}

const signOut = async (id: number, address: string) =>
  retrying(db, async (trx) => {
    const ended = await endSessions(trx, id)
    await audit(trx, id, 'session.allEnded', address, 'by the command line')
    return ended
  })

const signOutOne = async () => {
  const { id } = await named()
  await signOut(id, email)
  console.log(`${email} is signed out everywhere, and has no API tokens.`)
}

const signOutAll = async () => {
  const everybody = await listOperators(db)
  for (const operator of everybody) await signOut(operator.id, operator.email)
  console.log(`${everybody.length} operators are signed out everywhere, and have no API tokens.`)
}

const takeFactor = async () => {
  const { id } = await named()
  await retrying(db, async (trx) => {
    await takeFactorsAway(trx, id)
    await endSessions(trx, id)
    await audit(trx, id, 'secondFactor.takenAway', email, 'by the command line')
  })
  console.log(`${email} signs in only with the password until a second factor is added.`)
}

const { PUBLIC_ORIGIN, HOST, PORT } = config
const origin = PUBLIC_ORIGIN ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`

/** The token is behind the `#`, so no log records it. */
const offer = async (what: string, page: string, id: number | null) => {
  const { token, expires_at } = await retrying(db, async (trx) => {
    await audit(trx, id, id === null ? 'operator.invited' : 'operator.resetOffered', email, 'by the command line')
    return createPass(trx, id === null ? { purpose: 'invitation' } : { purpose: 'reset', userId: id })
  })
  console.log(`${what}, good once, until ${expires_at}:\n${origin}${page}#${token}`)
}

const commands: Record<string, () => Promise<void>> = {
  list: async () => console.table(await listOperators(db)),
  invite: () => offer('Sign up by this link', '/sign-up', null),
  reset: async () => offer('Set a new password by this link', '/reset', (await named()).id),
  disable: () => disable(true),
  enable: () => disable(false),
  'sign-out': signOutOne,
  'sign-out-all': signOutAll,
  'take-factor': takeFactor,
}

await runThenClose(async () => {
  const run = commands[command]
  if (!run) throw new Error(`${command}: use ${Object.keys(commands).join(', ')}`)
  await run()
}, database)
