import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { useCsvImport } from '../shell/logicContext'
import { useCloseWarning } from '../ui/closeWarning'

/** Stands beside every console screen: an import goes on wherever the operator is, and closing the tab would end it. */
export const ImportKeeper = () => {
  const csvImport = useCsvImport()
  useEffects(csvImport)
  const unfinished = useSelector(csvImport, (snapshot) => snapshot.hasTag('unfinished'))
  useCloseWarning(unfinished)
  return null
}
