import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { DeliveringServer } from './deliveringServer'
import { renderConsole } from './renderConsole'

export const link = 'https://x.com/maker/status/1900000000000000001'

export const openHome = async (server: DeliveringServer): Promise<UserEvent> => {
  const { user } = renderConsole(server, '/admin/home')
  await screen.findByRole('heading', { name: 'Auto Comment Bot', level: 1 })
  return user
}

export const fetchPost = async (user: UserEvent, pasted = link) => {
  await user.click(await screen.findByLabelText('X post link'))
  await user.paste(pasted)
  await user.click(screen.getByRole('button', { name: 'Get Content' }))
}

export const chooseCharacter = async (user: UserEvent) => {
  await screen.findByRole('option', { name: 'Mara · deadpan · gpt-test' })
  await user.selectOptions(screen.getByLabelText('AI/Model'), 'Mara · deadpan · gpt-test')
}

/** Fills in what Preview needs: a fetched post, a character and a target. */
export const fillIn = async (user: UserEvent) => {
  await fetchPost(user)
  await screen.findByText('Get content success!')
  await chooseCharacter(user)
  await user.selectOptions(screen.getByLabelText('Group'), 'launch-crew')
}

export const preview = async (user: UserEvent, count: number) => {
  await fillIn(user)
  await setCount(user, String(count))
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await replyCard(count)
}

export const setCount = async (user: UserEvent, count: string) => {
  await user.clear(screen.getByLabelText('Count'))
  await user.type(screen.getByLabelText('Count'), count)
}

export const replyCard = (number: number) => screen.findByRole('group', { name: `Reply ${number}` })

export const texts = () =>
  screen
    .queryAllByRole('group', { name: /^Reply \d+$/ })
    .map((card) => card.querySelector('p:not([aria-hidden])')?.textContent)

export const editTo = async (user: UserEvent, number: number, content: string) => {
  await user.click(within(await replyCard(number)).getByRole('button', { name: 'Edit' }))
  const field = await screen.findByRole('textbox', { name: 'Reply Content' })
  await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false))
  await user.clear(field)
  if (content) {
    await user.click(field)
    await user.paste(content)
  }
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

export const sent = (server: DeliveringServer): { sent: string; authorId: string }[] =>
  server.postedTo.posts.map(({ sent, authorId }) => ({ sent, authorId }))
