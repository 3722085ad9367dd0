import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { modelList, modelTrial } from '../../machines/characters/models.actors'
import * as words from '../../schemas/characters/characters.words'
import { endOf, type Model, type Provider } from '../../schemas/characters/models'
import type { RoleForm } from '../../schemas/characters/roleForm'
import { publicMessages } from '../../schemas/commonMessages'
import { buttons } from '../../schemas/crud.words'
import { Ours } from '../shell/metaContext'
import { useScreenActor } from '../shell/screenActor'
import { Field, Input } from '../ui'
import { Arrival } from '../ui/states/LazyPart'
import { lazy } from '../ui/states/lazy'
import { ModelTrial } from './ModelTrial'

const ModelOptions = lazy(() => import('./ModelOptions'))

export const ModelField = ({ form }: { form: UseFormReturn<RoleForm> }) => {
  const list = useScreenActor(modelList, { params: undefined })
  const data = useSelector(list, ({ context }) => context.data)
  const { models, unlisted = [] } = data ?? {}
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'))
  const isBusy = useSelector(list, (snapshot) => snapshot.hasTag('busy'))
  const problem = useSelector(list, ({ context }) => context.problem)
  const { field } = useController({ control: form.control, name: 'model_name' })
  const trial = useScreenActor(modelTrial)
  const [retried, setRetried] = useState(false)
  const isMissing = failed || (retried && models === undefined)
  const typed = isMissing || models?.length === 0
  const said = isMissing
    ? [words.modelsNotLoaded, problem?.reason ?? '']
    : [
        ...endText(models?.find(({ id }) => id === field.value.trim())),
        ...(typed ? [words.noModels] : []),
        ...unlisted.map(unlistedText),
      ]
  const plain = (
    <Input
      {...field}
      autoComplete="off"
      spellCheck={false}
      placeholder={typed ? undefined : publicMessages.list.loading}
    />
  )
  return (
    <>
      <Field
        label="Model Name"
        error={form.formState.errors.model_name?.message}
        hint={
          said.length === 0 ? undefined : (
            <>
              {said.join(' ')}{' '}
              {isMissing || unlisted.length > 0 ? (
                <button
                  type="button"
                  className="text-link font-medium"
                  disabled={isBusy}
                  onClick={() => {
                    setRetried(true)
                    list.send({ type: 'list.reload' })
                  }}
                >
                  {buttons.tryAgain}
                </button>
              ) : null}
            </>
          )
        }
      >
        {typed || models === undefined ? (
          plain
        ) : (
          <Arrival waiting={plain} missing={() => plain}>
            <ModelOptions {...field} models={models} />
          </Arrival>
        )}
      </Field>
      <Ours>
        <ModelTrial trial={trial} model={field.value.trim()} />
      </Ours>
    </>
  )
}

const endText = (model: Model | undefined): string[] => {
  const end = model && endOf(model)
  return end === undefined ? [] : [`${model?.id} ${end}.`]
}

const unlistedText = ({ name, problem }: Provider) => words.unlistedModels(name, problem)
