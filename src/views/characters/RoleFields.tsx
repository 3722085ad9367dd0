import { type UseFormReturn, useController } from 'react-hook-form'
import * as words from '../../schemas/characters/characters.words'
import type { RoleForm } from '../../schemas/characters/roleForm'
import { thinkings } from '../../schemas/characters/roles'
import { useMeta } from '../shell/metaContext'
import { Field, Input, Select, TextArea } from '../ui'
import { Checkbox } from '../ui/forms/Checkbox'
import { JsonField } from './JsonField'
import { ModelField } from './ModelField'

export const RoleFields = ({ form }: { form: UseFormReturn<RoleForm> }) => {
  const { errors } = form.formState
  const { takes_thinking } = useMeta()
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-6">
      <Field label="Name" error={errors.name?.message} className="sm:col-span-3">
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <div className="sm:col-span-3">
        <ModelField form={form} />
      </div>
      <Field label="Category" error={errors.category?.message} className="sm:col-span-2">
        <Input {...form.register('category')} autoComplete="off" />
      </Field>
      <Field label="Language" error={errors.language?.message} className="sm:col-span-2">
        <Input {...form.register('language')} autoComplete="off" />
      </Field>
      <Field label="Version" error={errors.version?.message} className="sm:col-span-2">
        <Input {...form.register('version')} autoComplete="off" />
      </Field>
      <Field
        label="System Prompt"
        hint={words.promptHint}
        error={errors.system_prompt?.message}
        className="sm:col-span-6"
      >
        <TextArea {...form.register('system_prompt')} rows={4} />
      </Field>
      <Field label="Background Story" error={errors.background_story?.message} className="sm:col-span-6">
        <TextArea {...form.register('background_story')} rows={3} />
      </Field>
      <Field
        label="Personality Traits"
        hint={words.separatedByCommas}
        error={errors.personality_traits?.message}
        className="sm:col-span-3"
      >
        <Input {...form.register('personality_traits')} autoComplete="off" placeholder={words.traitsExample} />
      </Field>
      <Field
        label="Instruction Set"
        hint={words.separatedByCommas}
        error={errors.instruction_set?.message}
        className="sm:col-span-3"
      >
        <Input {...form.register('instruction_set')} autoComplete="off" placeholder={words.styleExample} />
      </Field>
      <div className="sm:col-span-3">
        <JsonField form={form} name="knowledge_base" label="Knowledge Base" placeholder='{ "opens": "8:00" }' />
      </div>
      <div className="sm:col-span-3">
        <JsonField
          form={form}
          name="example_conversations"
          label="Example Conversations"
          placeholder='{ "Any oat milk?": "Always." }'
        />
      </div>
      {takes_thinking ? <OurFields form={form} /> : null}
    </div>
  )
}

const OurFields = ({ form }: { form: UseFormReturn<RoleForm> }) => {
  const { field: learning } = useController({ control: form.control, name: 'learns_from_edits' })
  return (
    <>
      <Field label="Thinking" hint={words.thinkingHint} className="sm:col-span-3">
        <Select {...form.register('thinking')}>
          {thinkings.map((each) => (
            <option key={each} value={each}>
              {thinkingTexts[each]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="sm:col-span-6">
        <Checkbox
          ref={learning.ref}
          name={learning.name}
          checked={learning.value !== false}
          onChange={({ target }) => learning.onChange(target.checked)}
          onBlur={learning.onBlur}
        >
          {words.learnFromEdits}
        </Checkbox>
      </div>
    </>
  )
}

const thinkingTexts = { off: 'Off', low: 'Low', provider: words.providerDefault } as const
