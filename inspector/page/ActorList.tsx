import { type ActorThen, valueText } from '../../src/recording/replay'

interface Props {
  actors: ActorThen[]
  chosen: string | undefined
  onChoose(actor: string): void
}

/** The actors as a tree, each with the state it is in. What StrictMode made and never started is left out. */
export const ActorList = ({ actors, chosen, onChoose }: Props) => {
  const isKnown = (id: string | undefined) => actors.some(({ actor }) => actor === id)
  return (
    <nav className="actors" aria-label="Actors">
      <Branch
        actors={actors}
        branch={actors.filter(({ parent, snapshot }) => !isKnown(parent) && snapshot !== undefined)}
        chosen={chosen}
        onChoose={onChoose}
      />
    </nav>
  )
}

const Branch = ({ actors, branch, chosen, onChoose }: Props & { branch: ActorThen[] }) => (
  <ul>
    {branch.map(({ actor, name, snapshot }) => (
      <li key={actor}>
        <button type="button" aria-current={actor === chosen} onClick={() => onChoose(actor)}>
          <b>{name}</b>
          <small className={`is-${snapshot?.status ?? 'new'}`}>
            {valueText(snapshot?.value) || snapshot?.status || 'not started'}
          </small>
        </button>
        <Branch
          actors={actors}
          branch={actors.filter(({ parent }) => parent === actor)}
          chosen={chosen}
          onChoose={onChoose}
        />
      </li>
    ))}
  </ul>
)
