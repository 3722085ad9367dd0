import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import * as words from '../../schemas/characters/characters.words'
import { endOf, type Model } from '../../schemas/characters/models'
import { useField } from '../ui/forms/Field'
import { Input } from '../ui/forms/Input'
import { foundModels } from './foundModels'
import { secondsText, tokenPriceText } from './models'

export interface ModelOptionsProps {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  models: Model[]
}

const ModelOptions = ({ name, value, onChange, onBlur, ref, models }: ModelOptionsProps) => {
  const { id } = useField({})
  const [isTyped, setIsTyped] = useState(false)
  const { shown, more } = foundModels(models, isTyped ? value : '')
  return (
    <Combobox
      immediate
      value={value}
      onChange={(picked: string | null) => {
        if (picked === null) return
        setIsTyped(false)
        onChange(picked)
      }}
      onClose={() => setIsTyped(false)}
    >
      <div className="relative">
        <ComboboxInput
          as={Input}
          id={id}
          ref={ref}
          name={name}
          displayValue={(text: string) => text}
          onChange={(event) => {
            setIsTyped(true)
            onChange(event.target.value)
          }}
          onBlur={onBlur}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.chooseModel}
          className="truncate pr-10"
        />
        <ComboboxButton aria-label="Models" className="absolute inset-y-0 right-0 px-3 text-ink-2">
          <ChevronDown aria-hidden="true" className="size-4" />
        </ComboboxButton>
        <ComboboxOptions
          modal={false}
          className="absolute inset-x-0 top-full z-10 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-3 empty:hidden"
        >
          {shown.map((model) => (
            <ComboboxOption
              key={model.id}
              value={model.id}
              className="cursor-pointer rounded-md px-3 py-1.5 data-focus:bg-primary-soft forced-colors:data-focus:outline"
            >
              <span className="block text-sm font-medium wrap-anywhere">{model.id}</span>
              <span className="block text-xs text-ink-2 empty:hidden">{factsOf(model)}</span>
            </ComboboxOption>
          ))}
          {more > 0 ? (
            <ComboboxOption disabled value={null} className="px-3 py-1.5 text-xs text-ink-2">
              {words.moreModels(more)}
            </ComboboxOption>
          ) : null}
        </ComboboxOptions>
      </div>
    </Combobox>
  )
}

export default ModelOptions

const factsOf = ({ provider, price, context_tokens, took_ms, shutdown_date }: Model): string =>
  [
    endOf({ shutdown_date }),
    provider,
    price && tokenPriceText(price),
    context_tokens && words.tokenLimit(context_tokens),
    took_ms === undefined ? undefined : words.secondsPerCall(secondsText(took_ms)),
  ]
    .filter(Boolean)
    .join(' · ')
