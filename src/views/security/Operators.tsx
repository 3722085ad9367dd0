import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import type { Offer, OperatorsRef } from '../../machines/security/operators'
import { operators as logic } from '../../machines/security/operators.actors'
import type { AllowancesRef } from '../../machines/usage/allowances'
import { operatorAllowances } from '../../machines/usage/allowances.actors'
import type { Me, OperatorEntry } from '../../schemas/security/operators'
import * as words from '../../schemas/security/security.words'
import { useScreenActor } from '../shell/screenActor'
import {
  Badge,
  Button,
  Card,
  Cell,
  ColumnHeader,
  ConfirmDialog,
  FailedState,
  Table,
  TableBody,
  TableHead,
  TableLoading,
  TableRow,
  Time,
} from '../ui'
import { CopyButton } from '../ui/CopyButton'
import { useCloseWarning } from '../ui/forms/closeWarning'
import { AllowancesDialog } from '../usage/AllowancesDialog'
import { Grants } from './Grants'

const Operators = ({ me }: { me: Me }) => {
  const flow = useScreenActor(logic)
  useEffects(flow)
  const allowances = useScreenActor(operatorAllowances)
  useEffects(allowances)
  const operators = useSelector(flow, ({ context }) => context.operators)
  const offer = useSelector(flow, ({ context }) => context.offer)
  const asked = useSelector(flow, ({ context }) => context.asked)
  const isFailed = useSelector(flow, (snapshot) => snapshot.matches('failed'))
  const isInviting = useSelector(flow, (snapshot) => snapshot.matches('inviting'))
  const isHeld = useSelector(flow, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('shownOnce'))
  const isDeleting = useSelector(flow, (snapshot) => snapshot.matches('deleting'))
  const isTaking = useSelector(flow, (snapshot) => snapshot.matches('takingFactor'))
  const asksDeletion = useSelector(flow, (snapshot) => snapshot.matches('confirming')) || isDeleting
  const asksFactor = useSelector(flow, (snapshot) => snapshot.matches('confirmingFactor')) || isTaking
  return (
    <section aria-labelledby="operators-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="operators-heading" className="text-lg">
            Operators
          </h2>
          <p className="text-xs text-ink-2">{words.operatorsLead}</p>
        </div>
        <Button size="sm" busy={isInviting} disabled={isHeld} onClick={() => flow.send({ type: 'operator.invite' })}>
          {words.inviteOperator}
        </Button>
      </div>
      {offer ? <Offered flow={flow} offer={offer} /> : null}
      {isFailed ? (
        <FailedState onRetry={() => flow.send({ type: 'list.reload' })} />
      ) : operators ? (
        <OperatorTable flow={flow} allowances={allowances} me={me} operators={operators} isHeld={isHeld} />
      ) : (
        <TableLoading />
      )}
      <Grants flow={flow} title={words.openGrants} />
      <AllowancesDialog flow={allowances} />
      <ConfirmDialog
        open={asksDeletion}
        question={`Delete ${asked?.email ?? 'this operator'}?`}
        detail={words.operatorDeletion}
        busy={isDeleting}
        onConfirm={() => flow.send({ type: 'delete.confirm' })}
        onCancel={() => flow.send({ type: 'delete.cancel' })}
      />
      <ConfirmDialog
        open={asksFactor}
        question={words.turnOffFactorOf(asked?.email)}
        detail={words.factorRemoval}
        confirmLabel={words.turnOffFactor}
        busyLabel="Turning off..."
        busy={isTaking}
        onConfirm={() => flow.send({ type: 'factor.confirm' })}
        onCancel={() => flow.send({ type: 'factor.cancel' })}
      />
    </section>
  )
}

export default Operators

const Offered = ({ flow, offer: { pass, operator } }: { flow: OperatorsRef; offer: Offer }) => {
  useCloseWarning(true)
  const link = `${location.origin}/${operator ? 'reset' : 'sign-up'}#${pass.token}`
  return (
    <Card tone="sunken" role="status" className="mb-4 grid gap-2 text-sm">
      <p className="wrap-anywhere">
        {operator ? words.sendResetLink(operator.email) : words.sendInvitation} {words.linkWorksOnce}{' '}
        <Time value={pass.expires_at} />.
      </p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 wrap-anywhere">{link}</code>
        <CopyButton text={link} what={operator ? words.copyLink : words.copyInvitation} />
      </div>
      <Button size="sm" className="justify-self-start" onClick={() => flow.send({ type: 'offer.close' })}>
        Done
      </Button>
    </Card>
  )
}

interface OperatorTableProps {
  flow: OperatorsRef
  allowances: AllowancesRef
  me: Me
  operators: OperatorEntry[]
  isHeld: boolean
}

const OperatorTable = ({ flow, allowances, me, operators, isHeld }: OperatorTableProps) => (
  <Table label="Operators" dense>
    <TableHead>
      <ColumnHeader>Operator</ColumnHeader>
      <ColumnHeader>State</ColumnHeader>
      <ColumnHeader>{words.lastSeen}</ColumnHeader>
      <ColumnHeader>Since</ColumnHeader>
      <ColumnHeader>Actions</ColumnHeader>
    </TableHead>
    <TableBody>
      {operators.map((operator) => (
        <TableRow key={operator.id}>
          <Cell phone="title" className="wrap-anywhere md:min-w-40">
            <span className="xl:inline-block xl:w-max xl:max-w-60">{operator.email}</span>
          </Cell>
          <Cell label="State">
            {operator.disabled_at === null ? operator.is_admin ? 'Administrator' : 'Active' : <Badge>Disabled</Badge>}
          </Cell>
          <Cell label={words.lastSeen}>
            {operator.last_used_at === null ? words.notSignedIn : <Time value={operator.last_used_at} />}
          </Cell>
          <Cell label="Since">
            <Time value={operator.created_at} />
          </Cell>
          <Cell label="Actions">
            <span className="flex flex-wrap items-center gap-2">
              <Button
                size="sm"
                aria-label={words.limitsOf(operator.email)}
                onClick={() => allowances.send({ type: 'allowances.open', operator })}
              >
                Limits
              </Button>
              {operator.has_second_factor && operator.id !== me.id ? (
                <Button
                  size="sm"
                  aria-label={words.turnOffFactorLabel(operator.email)}
                  disabled={isHeld}
                  onClick={() => flow.send({ type: 'factor.request', operator })}
                >
                  {words.turnOffFactor}
                </Button>
              ) : null}
              {operator.disabled_at === null ? (
                <Button
                  size="sm"
                  aria-label={words.changeAdministrator(operator.is_admin, operator.email)}
                  disabled={isHeld}
                  onClick={() =>
                    flow.send({ type: operator.is_admin ? 'administrator.remove' : 'administrator.name', operator })
                  }
                >
                  {operator.is_admin ? 'Remove administrator' : 'Make administrator'}
                </Button>
              ) : null}
              {operator.id === me.id ? words.thisIsYou : <Acts flow={flow} operator={operator} isHeld={isHeld} />}
            </span>
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const Acts = ({ flow, operator, isHeld }: { flow: OperatorsRef; operator: OperatorEntry; isHeld: boolean }) =>
  operator.disabled_at === null ? (
    <>
      <Button
        size="sm"
        aria-label={words.resetPasswordOf(operator.email)}
        disabled={isHeld}
        onClick={() => flow.send({ type: 'password.reset', operator })}
      >
        Reset password
      </Button>
      <Button
        size="sm"
        aria-label={`Disable ${operator.email}`}
        disabled={isHeld}
        onClick={() => flow.send({ type: 'operator.disable', operator })}
      >
        Disable
      </Button>
    </>
  ) : (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-label={`Re-enable ${operator.email}`}
        disabled={isHeld}
        onClick={() => flow.send({ type: 'operator.enable', operator })}
      >
        Re-enable
      </Button>
      <Button
        size="sm"
        tone="danger"
        aria-label={`Delete ${operator.email}`}
        disabled={isHeld}
        onClick={() => flow.send({ type: 'delete.request', operator })}
      >
        Delete
      </Button>
    </span>
  )
