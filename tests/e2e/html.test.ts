import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

/** Both forms of `<br>` are allowed, because React and Vite differ; all other rules are the recommended ones. */
const landing = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': 'off',
  },
})
const standard = new HtmlValidate({ extends: ['html-validate:standard'] })

const complaints = async (validator: HtmlValidate, file: string) => {
  const { results } = await validator.validateFile(`dist/console/${file}`)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => [ruleId, message, selector]))
}

describe('the prerendered HTML', () => {
  it('of the landing page obeys every recommended rule', async () => {
    expect(await complaints(landing, 'index.html')).toEqual([])
  })

  it.each(['login.html', 'sign-up.html', 'reset.html', 'app.html'])('of %s keeps to the standard', async (file) => {
    expect(await complaints(standard, file)).toEqual([])
  })
})
