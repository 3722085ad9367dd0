import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ReplyFlowRef } from '../../../machines/composer/replyFlow'
import { batchForm, type ComposerValues, soloForm } from '../../../schemas/composer/composerForm'
import type { ComposerForm, SendMode } from '../../../schemas/composer/draft'
import { composerView } from '../useComposer'

export type ComposerFormControl = UseFormReturn<ComposerForm, unknown, ComposerValues>

/** The fields start from the draft, and again whenever the machine replaces it. */
export const useComposerForm = (
  flow: ReplyFlowRef,
  mode: SendMode,
  accountsInGroup: number | undefined,
): ComposerFormControl => {
  const form = useForm<ComposerForm, unknown, ComposerValues>({
    resolver: zodResolver(mode === 'batch' ? batchForm(accountsInGroup) : soloForm),
    defaultValues: composerView(flow).getSnapshot().context.form,
    reValidateMode: 'onSubmit',
  })
  const revision = useRef(composerView(flow).getSnapshot().context.revision)
  const { reset, trigger, getFieldState } = form
  /** The limit of the count depends on the group. */
  useEffect(() => {
    if (accountsInGroup !== undefined && getFieldState('count').invalid) void trigger('count')
  }, [accountsInGroup, getFieldState, trigger])
  useEffect(() => {
    const { getSnapshot, subscribe } = composerView(flow)
    return subscribe(() => {
      const { context } = getSnapshot()
      if (context.revision === revision.current) return
      revision.current = context.revision
      reset(context.form, { keepFieldsRef: true })
    })
  }, [flow, reset])
  return form
}
