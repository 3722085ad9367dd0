import { everything, type Search } from '../search'

interface Props {
  search: Search
  actor: { id: string; name: string } | undefined
  found: number
  total: number
  onSearch(search: Search): void
}

export const SearchBar = ({ search, actor, found, total, onSearch }: Props) => {
  const isNarrowed = Object.entries(everything).some(([name, value]) => Reflect.get(search, name) !== value)
  return (
    <fieldset className="search" aria-label="Search">
      <label>
        Event
        <input
          type="search"
          value={search.event}
          onChange={({ target }) => onSearch({ ...search, event: target.value })}
        />
      </label>
      <label>
        State
        <input
          type="search"
          value={search.state}
          onChange={({ target }) => onSearch({ ...search, state: target.value })}
        />
      </label>
      <label>
        Text
        <input
          type="search"
          value={search.text}
          onChange={({ target }) => onSearch({ ...search, text: target.value })}
        />
      </label>
      {actor ? (
        <label className="only">
          <input
            type="checkbox"
            checked={search.actor !== undefined}
            onChange={({ target }) => onSearch({ ...search, actor: target.checked ? actor.id : undefined })}
          />
          Only {actor.name}
        </label>
      ) : null}
      <output>{isNarrowed ? `${found} of ${total}` : `${total} entries`}</output>
    </fieldset>
  )
}
