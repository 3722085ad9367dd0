import { useState } from 'react'
import { type ActorThen, valueText } from '../../src/recording/replay'
import { type Branch, branchesOf, finishedText } from '../branches'

interface Props {
  actors: ActorThen[]
  chosen: string | undefined
  onChoose(actor: string): void
}

export const ActorTree = ({ actors, chosen, onChoose }: Props) => (
  <nav className="actors" aria-label="Actors">
    <Branches {...branchesOf(actors)} chosen={chosen} onChoose={onChoose} />
  </nav>
)

type Choice = Pick<Props, 'chosen' | 'onChoose'>

const Branches = ({ running, finished, ...choice }: Omit<Branch, 'actor'> & Choice) =>
  running.length + finished.length > 0 ? (
    <ul>
      {running.map((branch) => (
        <ActorItem key={branch.actor.actor} branch={branch} {...choice} />
      ))}
      {finished.length > 0 ? (
        <li>
          <Finished finished={finished} {...choice} />
        </li>
      ) : null}
    </ul>
  ) : null

const ActorItem = ({ branch: { actor, ...below }, ...choice }: { branch: Branch } & Choice) => {
  const { name, snapshot } = actor
  return (
    <li>
      <button type="button" aria-current={actor.actor === choice.chosen} onClick={() => choice.onChoose(actor.actor)}>
        <b>{name}</b>
        <small className={`is-${snapshot?.status ?? 'new'}`}>
          {valueText(snapshot?.value) || snapshot?.status || 'not started'}
        </small>
      </button>
      <Branches {...below} {...choice} />
    </li>
  )
}

const shownAtOnce = 50

const Finished = ({ finished, ...choice }: { finished: Branch[] } & Choice) => {
  const [isOpen, setIsOpen] = useState(false)
  const earlier = finished.length - shownAtOnce
  return (
    <>
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {finished.length} finished <small>{finishedText(finished)}</small>
      </button>
      {isOpen ? (
        <ul>
          {earlier > 0 ? <li className="hint">and {earlier} before these</li> : null}
          {finished.slice(-shownAtOnce).map((branch) => (
            <ActorItem key={branch.actor.actor} branch={branch} {...choice} />
          ))}
        </ul>
      ) : null}
    </>
  )
}
