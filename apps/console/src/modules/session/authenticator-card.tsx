import { sessionCalls, type AuthenticatorState } from '@eyrie/domain';
import { Dialog, Loaded, loadStateOf, Skeleton, StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../platform/loading.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { useAuthenticator, useAuthenticatorRemove, useAuthenticatorRenew } from './session.queries.ts';
import './session.css';

const SetUp = lazyPart(() => import('./authenticator-set-up.tsx'));
const Codes = lazyPart(async () => ({
  default: (await import('./authenticator-set-up.tsx')).RecoveryCodes,
}));

function SetUpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const done = (): void => {
    void client.invalidateQueries({ queryKey: ['session', 'authenticator'] });
    showToast('success', text('session.appAdded'));
    onClose();
  };
  return (
    <Dialog open title={text('session.appSetUp')} onClose={onClose}>
      <Suspense fallback={<Skeleton />}>
        <SetUp onDone={done} />
      </Suspense>
    </Dialog>
  );
}

function RenewDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const renew = useAuthenticatorRenew();
  if (renew.data)
    return (
      <Dialog open title={text('session.recoveryCodes')} onClose={onClose}>
        <Suspense fallback={<Skeleton />}>
          <Codes codes={renew.data.recoveryCodes} onKept={onClose} />
        </Suspense>
      </Dialog>
    );
  return (
    <ProofDialog
      title={text('session.recoveryRenew')}
      sentence={text('session.recoveryRenewHint')}
      verb={text('session.recoveryRenew')}
      busy={renew.isPending}
      onClose={onClose}
      onProof={(proof) => renew.mutate(proof)}
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const remove = useAuthenticatorRemove();
  const done = {
    onSuccess: () => {
      showToast('success', text('session.appRemoved'));
      onClose();
    },
  };
  return (
    <ProofDialog
      title={text('session.appRemove')}
      sentence={text('session.appRemoveHint')}
      verb={text('session.appRemove')}
      danger
      busy={remove.isPending}
      onClose={onClose}
      onProof={(proof) => remove.mutate(proof, done)}
    />
  );
}

function InForce({ state }: { state: AuthenticatorState }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [open, setOpen] = useState<'renew' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <StateSymbol state="live" word={text('session.appOn', { time: figures.time(state.since) })} />
      <p className="session-hint">{text('session.recoveryLeft', { count: state.recoveryLeft })}</p>
      <div className="session-buttons ey-flow ey-gap-8">
        <Allowed call={sessionCalls.authenticatorRenew}>
          <Button onClick={() => setOpen('renew')}>{text('session.recoveryRenew')}</Button>
        </Allowed>
        <Allowed call={sessionCalls.authenticatorRemove}>
          <Button danger onClick={() => setOpen('remove')}>
            {text('session.appRemove')}
          </Button>
        </Allowed>
      </div>
      {open === 'renew' ? <RenewDialog onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog onClose={close} /> : null}
    </>
  );
}

function NotYet({ state }: { state: AuthenticatorState }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <StateSymbol
        state={state.required ? 'attention' : 'offline'}
        word={text(state.required ? 'session.appRequired' : 'session.appOff')}
      />
      <p className="session-hint">{text('login.setUpWhy')}</p>
      <div className="session-buttons ey-flow ey-gap-8">
        <Allowed call={sessionCalls.authenticatorBegin}>
          <Button type="primary" onClick={() => setOpen(true)}>
            {text('session.appSetUp')}
          </Button>
        </Allowed>
      </div>
      {open ? <SetUpDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The second step of the own sign-in: set up, renewed, removed. */
export function AuthenticatorCard(): ReactNode {
  const text = useText();
  const authenticator = useAuthenticator();
  const { data } = authenticator;
  return (
    <section className="card" aria-labelledby="authenticator">
      <h2 id="authenticator">{text('session.app')}</h2>
      <Loaded state={loadStateOf(authenticator)}>
        {() => {
          if (!data) return null;
          return data.enabled ? <InForce state={data} /> : <NotYet state={data} />;
        }}
      </Loaded>
    </section>
  );
}
