import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Pagination, pageNumbers } from '../../../src/views/ui'

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((entry) => (entry.kind === 'page' ? entry.page : '…'))
    .join(' ')

describe('the numbered pages', () => {
  it('show the first, the last and the neighbouring pages, and never a gap of one', () => {
    expect(shown(4, 10)).toBe('1 2 3 4 5 … 10')
    expect(shown(5, 10)).toBe('1 … 4 5 6 … 10')
  })

  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [2, 2, '1 2'],
    [1, 4, '1 2 3 4'],
    [1, 5, '1 2 3 4 5'],
    [2, 6, '1 2 3 … 6'],
    [3, 6, '1 2 3 4 5 6'],
    [4, 6, '1 2 3 4 5 6'],
    [5, 6, '1 … 4 5 6'],
    [6, 6, '1 … 4 5 6'],
    [2, 10, '1 2 3 … 10'],
    [3, 10, '1 2 3 4 … 10'],
    [4, 10, '1 2 3 4 5 … 10'],
    [5, 10, '1 … 4 5 6 … 10'],
    [6, 10, '1 … 5 6 7 … 10'],
    [7, 10, '1 … 6 7 8 9 10'],
    [8, 10, '1 … 7 8 9 10'],
    [9, 10, '1 … 8 9 10'],
    [10, 10, '1 … 8 9 10'],
    [50, 100, '1 … 49 50 51 … 100'],
    [12, 12, '1 … 10 11 12'],
  ])('around %i of %i are %s', (page, pages, text) => {
    expect(shown(page, pages)).toBe(text)
    const keys = pageNumbers(page, pages).map((entry) => (entry.kind === 'page' ? entry.page : entry.key))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the pagination', () => {
  const draw = (page: number, { pages = 3, size = 5, onPageChange = vi.fn(), onSizeChange = vi.fn() } = {}) => {
    render(
      <Pagination
        page={page}
        pages={pages}
        size={size}
        sizes={[5, 10, 15, 20]}
        hrefOf={(number) => `/admin/media-agent?page=${number}`}
        onPageChange={onPageChange}
        onSizeChange={onSizeChange}
      />,
    )
    return { onPageChange, onSizeChange }
  }

  it('shows the current page and links to the pages around', () => {
    draw(2)
    expect(screen.getByText('Page 2 of 3')).toBeDefined()
    const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Previous', '/admin/media-agent?page=1', null],
      ['1', '/admin/media-agent?page=1', null],
      ['2', '/admin/media-agent?page=2', 'page'],
      ['3', '/admin/media-agent?page=3', null],
      ['Next', '/admin/media-agent?page=3', null],
    ])
  })

  const links = () =>
    within(screen.getByRole('navigation', { name: 'Pages' }))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('aria-disabled')])

  it.each([
    [1, 'true', null],
    [2, null, null],
    [3, null, 'true'],
  ])('at page %i of 3 links back (disabled: %s) and forward (disabled: %s)', (page, back, on) => {
    draw(page, { size: 15 })
    expect(links()).toEqual([
      ['Previous', back],
      ['Page 1', null],
      ['Page 2', null],
      ['Page 3', null],
      ['Next', on],
    ])
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveProperty('value', '15')
  })

  it.each([
    ['Previous', 1, '/admin/media-agent?page=1'],
    ['Next', 3, '/admin/media-agent?page=3'],
  ])('stays on the page if there is no other: %s', (name, page, href) => {
    draw(page)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
  })

  it('names each page by its number, and the browser does not leave the console', async () => {
    const { onPageChange } = draw(2)
    const path = window.location.href
    for (const name of ['Previous', 'Page 3', 'Next']) await userEvent.click(screen.getByRole('link', { name }))
    expect(onPageChange.mock.calls).toEqual([[1], [3], [3]])
    expect(window.location.href).toBe(path)
  })

  it('hides a gap from screen readers', () => {
    draw(5, { pages: 10 })
    const gaps = screen.getAllByText('…')
    expect(gaps.map((gap) => gap.getAttribute('aria-hidden'))).toEqual(['true', 'true'])
  })

  it('goes to a page on a plain click, and leaves any other click to the browser', async () => {
    const { onPageChange } = draw(2)
    const next = screen.getByRole('link', { name: 'Next' })
    await userEvent.click(next)
    expect(onPageChange.mock.calls).toEqual([[3]])
    next.addEventListener('click', (event) => event.preventDefault())
    const user = userEvent.setup()
    await user.keyboard('{Control>}')
    await user.click(next)
    expect(onPageChange).toHaveBeenCalledOnce()
  })

  it('offers 5, 10, 15 and 20 rows', async () => {
    const { onSizeChange } = draw(1)
    const select = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['5', '10', '15', '20'])
    await userEvent.selectOptions(select, '15')
    expect(onSizeChange).toHaveBeenCalledWith(15)
  })
})
