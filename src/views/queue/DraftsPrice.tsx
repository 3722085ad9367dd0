import { useSelector } from '@xstate/react'
import { roleList } from '../../machines/characters/characters.actors'
import { modelPrices } from '../../machines/characters/models.actors'
import type { LastFields } from '../../schemas/queue'
import { repliesPerCall } from '../../schemas/replies'
import { generationText } from '../characters/models'
import { useScreenActor } from '../shell/screenActor'

/** What each of the posts that are prepared takes of a model, by the fields of the last send; nothing where nobody says. */
const DraftsPrice = ({ last }: { last: LastFields }) => {
  const spending = useSelector(useScreenActor(modelPrices, { params: undefined }), ({ context }) => context.data)
  const roles = useSelector(useScreenActor(roleList, { params: undefined }), ({ context }) => context.data)
  const role = roles?.find(({ id }) => String(id) === last.role_id)
  const count = last.mode === 'solo' ? 1 : Math.min(Number(last.count), repliesPerCall)
  if (!spending || !role || !(count >= 1)) return null
  return (
    <p className="text-xs wrap-anywhere text-ink-2">
      For each post: {generationText(spending, { role, postText: '', count })}
    </p>
  )
}

export default DraftsPrice
