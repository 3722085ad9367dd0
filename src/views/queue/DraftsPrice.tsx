import { useSelector } from '@xstate/react'
import { roleList } from '../../machines/characters/characters.actors'
import { modelPrices } from '../../machines/characters/models.actors'
import { repliesPerCall } from '../../schemas/composer/replies'
import type { LastFields } from '../../schemas/queue/queue'
import * as words from '../../schemas/queue/queue.words'
import { generationText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'

const DraftsPrice = ({ last }: { last: LastFields }) => {
  const spending = useSelector(useScreenActor(modelPrices, { params: undefined }), ({ context }) => context.data)
  const roles = useSelector(useScreenActor(roleList, { params: undefined }), ({ context }) => context.data)
  const role = roles?.find(({ id }) => String(id) === last.role_id)
  const count = last.mode === 'solo' ? 1 : Math.min(Number(last.count), repliesPerCall)
  if (!spending || !role || !(count >= 1)) return null
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      {words.perPost(generationText(spending, { role, postText: '', count }))}
    </p>
  )
}

export default DraftsPrice
