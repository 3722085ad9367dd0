import { useSelector } from '@xstate/react'
import { modelPrices } from '../../machines/characters/models.actors'
import type { ReplyFlowRef } from '../../machines/composer/replyFlow'
import type { Role } from '../../schemas/characters/roles'
import type { SendMode } from '../../schemas/composer/draft'
import { maxReplies } from '../../schemas/composer/replies'
import { generationText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'
import { useComposer } from './useComposer'

export interface ModelPriceProps {
  flow: ReplyFlowRef
  mode: SendMode
  roles: Role[]
}

const ModelPrice = ({ flow, mode, roles }: ModelPriceProps) => {
  const spending = useSelector(useScreenActor(modelPrices, { params: undefined }), ({ context }) => context.data)
  const roleId = useComposer(flow, ({ context }) => context.form.role_id)
  const typed = useComposer(flow, ({ context }) => Number(context.form.count))
  const postText = useComposer(flow, ({ context }) => context.post?.text ?? '')
  const role = roles.find(({ id }) => String(id) === roleId)
  const count = mode === 'solo' ? 1 : typed
  if (!spending || !role || !(count >= 1 && count <= maxReplies)) return null
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      {generationText(spending, { role, postText, count: Math.round(count) })}
    </p>
  )
}

export default ModelPrice
