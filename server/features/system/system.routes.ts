import type { FastifyReply } from 'fastify'
import { type AuditPage, listAccess, listAudit, nextOfSearch } from '../../db/trail/audit'
import type { AppDeps } from '../../deps'
import { assertAdmin, signedIn } from '../../http/authenticate'
import type { Routes } from '../../http/define'
import { createRememberedReads } from '../../http/rememberedReads'
import { isSignUpOpen } from '../session/signUp.store'
import { listNewAnswers } from './newAnswers.store'

export const register = (routes: Routes, { db, settings }: AppDeps): void => {
  const remembered = createRememberedReads()

  routes.on('getMeta', async () => ({
    ...settings.meta,
    sign_up_open: await isSignUpOpen(db, settings),
    takes_expected: true,
    takes_thinking: true,
  }))

  const sayNext = async (reply: FastifyReply, ownerId: number | null, page: AuditPage) => {
    const next = await nextOfSearch(db, ownerId, page)
    if (next !== undefined) reply.header('x-next-before', next)
  }

  routes.on('listAudit', async (asked) => {
    await sayNext(asked.reply, asked.ownerId, asked.query)
    const { tasks, audit } = signedIn(asked.request).revisions
    const read = () => listAudit(db, asked.ownerId, asked.query)
    return remembered('listAudit', asked, { revision: `${audit} ${tasks}`, read })
  })

  routes.on('listAccess', async ({ query, request, reply }) => {
    assertAdmin(request)
    await sayNext(reply, null, query)
    return listAccess(db, query)
  })

  routes.on('listNewAnswers', async ({ request }) => {
    assertAdmin(request)
    return listNewAnswers(db)
  })
}
