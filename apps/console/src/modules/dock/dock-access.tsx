import { connectionCalls, type ResponseOf } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { QrCode } from '../../platform/qr-code.tsx';
import { useText } from '../../platform/text.tsx';
import { connectionKey } from './dock-connection.query.ts';
import { leadsHere } from './dock-form.rules.ts';
import './dock-connection.css';

type Code = Pick<ResponseOf<typeof connectionCalls.bindingCode>, 'organizationId' | 'code' | 'expiresAt'>;

/** What has to be typed on a dock; what is not given anew is left out. */
export interface Access {
  broker?: string;
  sn?: string;
  secret?: string;
  organizationId?: string;
  binding?: Code | null;
}

/** Whether the address is answered, and how far it is heard; asked when it is shown. */
function Reach(): ReactNode {
  const text = useText();
  const { data, isPending } = useQuery({
    queryKey: ['dock', 'reach'],
    queryFn: ({ signal }) => call(connectionCalls.reach, {}, { signal, toast: false }),
    staleTime: 30_000,
    retry: false,
  });
  if (!data)
    return (
      <p className="list-hint">{text(isPending ? 'connection.reachAsking' : 'connection.reachUnknown')}</p>
    );
  const { reached, fault, scope } = data;
  // An address that only the server itself hears leads no dock here.
  const state = !reached || scope === 'machine' ? 'alarm' : scope === 'world' ? 'live' : 'attention';
  return (
    <p className="list-hint">
      <StateSymbol
        state={state}
        word={text(reached ? `connection.scope.${scope}` : `connection.reachFault.${fault ?? 'failed'}`)}
      />
    </p>
  );
}

const lineOf = (label: string, value: string, code = false): ReactNode => (
  <div key={label}>
    <dt>{label}</dt>
    <dd>
      <Typography.Text copyable={{ text: value }} code={code}>
        <bdi dir="ltr">{value}</bdi>
      </Typography.Text>
    </dd>
  </div>
);

/** Address, sign-in and binding code of a dock, to be copied or scanned. They are kept nowhere on this page. */
export function DockAccess({ access }: { access: Access }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { broker, sn, secret, binding } = access;
  const lines = [
    [text('register.broker'), broker],
    [text('register.user'), sn],
    [text('field.password'), secret, true],
    [text('connection.organizationId'), binding?.organizationId ?? access.organizationId],
    [text('connection.code'), binding?.code, true],
  ] as const;
  const given = lines.filter((line) => line[1] !== undefined);
  return (
    <div className="register-secret">
      {secret === undefined ? null : <Alert type="warning" showIcon title={text('register.secretOnce')} />}
      <div className="dock-access">
        <dl>{given.map(([label, value = '', code = false]) => lineOf(label, value, code))}</dl>
        <QrCode
          className="dock-access-code"
          title={text('connection.scan')}
          value={given.map(([label, value]) => `${label}: ${value}`).join('\n')}
        />
      </div>
      {binding ? (
        <p className="list-hint">{text('connection.codeHint', { time: figures.time(binding.expiresAt) })}</p>
      ) : null}
      {broker === undefined ? null : <Reach />}
      {broker !== undefined && leadsHere(broker) ? (
        <p className="register-hint">{text('register.brokerHere')}</p>
      ) : null}
    </div>
  );
}

/** Another password and another code for a dock; what is given is handed on, as it is shown this once. */
export function NewAccess({
  oid,
  bound,
  onGiven,
}: {
  oid: string;
  bound: boolean | undefined;
  onGiven: (given: Access) => void;
}): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: connectionKey(oid) });
  const secret = useMutation({
    mutationFn: () => call(connectionCalls.renewSecret, { oid }),
    onSuccess: onGiven,
    onSettled,
  });
  const code = useMutation({
    mutationFn: () => call(connectionCalls.bindingCode, { oid }),
    onSuccess: (binding) => onGiven({ binding }),
    onSettled,
  });
  // The former one ends at once: a dock that is in would be put out by a slip of the hand.
  const [asked, setAsked] = useState(false);
  return (
    <>
      {bound === true && !asked ? (
        <Button size="small" onClick={() => setAsked(true)}>
          {text('connection.newSecret')}
        </Button>
      ) : (
        <Button
          size="small"
          danger={bound === true}
          loading={secret.isPending}
          onClick={() => {
            setAsked(false);
            secret.mutate();
          }}
        >
          {text(bound === true ? 'connection.newSecretSure' : 'connection.newSecret')}
        </Button>
      )}
      {bound === false ? (
        <Button size="small" loading={code.isPending} onClick={() => code.mutate()}>
          {text('connection.newCode')}
        </Button>
      ) : null}
    </>
  );
}
