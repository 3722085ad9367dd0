import { type SyntheticEvent, useState } from 'react'
import type { Fault } from '../../machines/crud/failure'
import type { CheckedForm, FieldErrors } from '../../schemas/checkForm'

/**
 * The browser keeps the form's values. The form is checked on submit, then on every change. Values typed before the
 * script runs stay. `<form {...form.props}>`, `form.errors?.email`.
 */
export const useCheckedForm = <TBody>(
  check: (values: FormData) => CheckedForm<TBody>,
  onSubmit: (body: TBody) => void,
) => {
  const [errors, setErrors] = useState<FieldErrors<TBody>>()

  const checkNow = (form: HTMLFormElement): CheckedForm<TBody> => {
    const checked = check(new FormData(form))
    setErrors('errors' in checked ? checked.errors : {})
    return checked
  }

  return {
    errors,
    props: {
      noValidate: true,
      /** Without a script, no typed value may become part of an address. */
      method: 'post',
      onChange: ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
        if (errors) checkNow(currentTarget)
      },
      onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        const checked = checkNow(event.currentTarget)
        if ('body' in checked) onSubmit(checked.body)
        else focusFirst(event.currentTarget, checked.errors)
      },
    },
  }
}

export const placed = <TName extends string>(refusal: Fault | undefined, names: readonly TName[]) => {
  const name = names.find((each) => each === refusal?.field)
  const at: Partial<Record<TName, string>> = {}
  if (name) at[name] = refusal?.reason
  return { at, below: name ? undefined : refusal?.reason }
}

const focusFirst = (form: HTMLFormElement, errors: object): void => {
  const wrong = [...form.elements].find((each) => each instanceof HTMLInputElement && each.name in errors)
  if (wrong instanceof HTMLElement) wrong.focus()
}
