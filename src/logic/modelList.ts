import type { Model } from '../schemas/models'
import { roleCalls } from '../schemas/roleCalls'
import { part } from './part'
import { loaderOf } from './requests'

export const modelList = part((services) => {
  const { listModels } = services.client(roleCalls)
  return loaderOf<Model[]>(services, (signal) => listModels({ signal }))
})
