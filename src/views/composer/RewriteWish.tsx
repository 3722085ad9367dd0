import { type FormEvent, useState } from 'react'
import type { ReplyFlowRef, ReplyId } from '../../machines/composer/replyFlow'
import * as words from '../../schemas/composer/composer.words'
import type { DraftReply } from '../../schemas/composer/draft'
import { longestWish } from '../../schemas/composer/replies'
import { Button, Field, Input } from '../ui'
import { Locked } from './Locked'
import PromptButton from './PromptButton'

interface RewriteWishProps {
  flow: ReplyFlowRef
  reply: DraftReply
  onRewrite: (id: ReplyId, wish: string) => void
}

const RewriteWish = ({ flow, reply: { reply_id, told }, onRewrite }: RewriteWishProps) => {
  const [wish, setWish] = useState('')
  const over = wish.trim().length - longestWish
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (wish.trim() !== '' && over <= 0) onRewrite(reply_id, wish.trim())
  }
  return (
    <form noValidate onSubmit={apply} className="mt-2 flex flex-wrap items-start gap-2">
      <Locked flow={flow}>
        {words.wishes.map((each) => (
          <Button key={each} size="sm" onClick={() => onRewrite(reply_id, each)}>
            {each}
          </Button>
        ))}
        <Field
          label={words.wish}
          labelHidden
          error={over > 0 ? words.wishTooLong(over) : undefined}
          className="min-w-40 flex-1"
        >
          <Input
            dir="auto"
            value={wish}
            placeholder={words.wish}
            onChange={({ target }) => setWish(target.value)}
            className="min-h-9"
          />
        </Field>
        <Button size="sm" type="submit" disabled={wish.trim() === '' || over > 0}>
          {words.applyWish}
        </Button>
      </Locked>
      {told ? <PromptButton replyId={String(reply_id)} /> : null}
    </form>
  )
}

export default RewriteWish
