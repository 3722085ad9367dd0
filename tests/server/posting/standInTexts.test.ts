import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesHere } from '../../support/databases'
import { type Operator, startTestServer, type TestServer, testSettings } from '../../support/server'
import { sampleRole } from '../../support/serverFakes'

describe.each(databasesHere())('texts that the stand-in for the model wrote, on $name', ({ create }) => {
  let server: TestServer
  let ada: Operator
  let ids: string[]
  const sendingTo = async (x: 'the real X' | 'its stand-in') => {
    const meta = { ...testSettings.meta, sandbox: x === 'its stand-in' }
    server = await startTestServer(create, { settings: { ...testSettings, meta, modelIsStandIn: true } })
    ada = await server.operator('ada@example.com')
    await ada.call('POST', '/ai-roles', sampleRole)
    await ada.call('POST', '/twitter/tweet/content', { tweet_url: '1234567890' })
    const { body } = await ada.call('POST', '/twitter/tweet/generate-reply', {
      tweet_id: '1234567890',
      role_id: 1,
      count: 2,
    })
    ids = (body as { replies: { reply_id: string }[] }).replies.map(({ reply_id }) => reply_id)
  }
  afterEach(() => server.close())

  const batch = () => ada.call('POST', '/twitter/tweet/batch-post-replies', { reply_ids: ids, group_name: 'shops' })
  const solo = () => ada.call('POST', '/twitter/tweet/post-reply', { reply_id: ids[0], twitter_account_id: 1 })
  const rest =
    'written by the stand-in for the model, but X is the real one, so nothing was sent. Set OPENAI_API_KEY or OPENAI_BASE_URL and write new replies, or edit these.'

  describe('on a server with the real X', () => {
    beforeEach(() => sendingTo('the real X'))

    it('are not sent, and the answer contains the reason', async () => {
      expect(await batch()).toEqual({ status: 409, body: { detail: `2 of these 2 replies were ${rest}` } })
      expect(await solo()).toEqual({ status: 409, body: { detail: `This reply was ${rest}` } })
      expect(server.deps.delivery.enqueueBatch).not.toHaveBeenCalled()
      expect(server.deps.delivery.enqueueSolo).not.toHaveBeenCalled()
    })

    it('are sent after a person has rewritten them, not only changed a comma', async () => {
      await ada.call('PUT', `/twitter/replies/${ids[0]}`, { content: 'Reply 1, to Text of 1234567890!' })
      expect((await solo()).status).toBe(409)
      await ada.call('PUT', `/twitter/replies/${ids[0]}`, { content: 'We pass by every morning: save us a bun.' })
      expect((await solo()).status).toBe(201)
      expect(await batch()).toEqual({ status: 409, body: { detail: `1 of these 2 replies were ${rest}` } })
    })
  })

  it('are sent to the stand-in of X', async () => {
    await sendingTo('its stand-in')
    expect([(await batch()).status, (await solo()).status]).toEqual([201, 201])
  })

  it('are stored with the model and the version of the prompt', async () => {
    await sendingTo('the real X')
    const stored = server.database.db.selectFrom('replies').select(['model', 'prompt_version', 'by_stand_in'])
    expect(await stored.execute()).toEqual([
      { model: 'gpt-test', prompt_version: 6, by_stand_in: 1 },
      { model: 'gpt-test', prompt_version: 6, by_stand_in: 1 },
    ])
  })
})
