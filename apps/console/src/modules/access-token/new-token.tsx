import { accessTokenCalls, menuResources, sceneResources, tokenAccesses } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { now } from '../../platform/clock.ts';
import { copyText } from '../../platform/copy.ts';
import { call } from '../../platform/http.ts';
import { MakeForm, type BeginAction, type OwnField, type RecordFormRoom } from '../../platform/list/index.ts';
import { ManyChoice, textsOf } from '../../platform/many-choice.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './access-token.css';

const day = 86_400_000;
/** For how long a token may be asked to last, ms. */
const lasts = [7, 30, 90, 365].map((days) => days * day);

function CallsField({ id, value, onChange }: OwnField): ReactNode {
  const answer = useQuery({
    queryKey: ['accessToken', 'calls'],
    queryFn: ({ signal }) => call(accessTokenCalls.callQuery, {}, { signal }),
  });
  return (
    <ManyChoice
      {...{ id, onChange, answer }}
      value={textsOf(value)}
      options={(answer.data ?? []).map(({ path, summary }) => ({
        value: path,
        label: `${path} · ${summary}`,
      }))}
    />
  );
}

function RightsField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const { menu, scene } = useSession();
  const own = [...menuResources, ...sceneResources].filter(
    (one) => menu.includes(one) || scene.includes(one),
  );
  return (
    <ManyChoice
      {...{ id, onChange }}
      value={textsOf(value)}
      options={own.map((one) => ({ value: one, label: text(`permission.${one}`) }))}
    />
  );
}

function EndField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  return (
    <Select<number>
      id={id}
      value={typeof value === 'number' ? value : null}
      options={lasts.map((one) => ({ value: one, label: text('accessToken.days', { count: one / day }) }))}
      onChange={onChange}
    />
  );
}

function AccessField({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  return (
    <Select<string>
      id={id}
      value={typeof value === 'string' ? value : 'read'}
      options={tokenAccesses.map((one) => ({ value: one, label: text(`accessToken.access.${one}`) }))}
      onChange={onChange}
    />
  );
}

const form: RecordFormRoom = {
  word: 'accessToken',
  fields: {
    name: { label: 'field.name', hint: 'accessToken.nameHint' },
    access: {
      label: 'accessToken.access',
      hint: 'accessToken.accessHint',
      field: (field) => <AccessField {...field} />,
      sends: (value) => value ?? 'read',
    },
    calls: {
      label: 'accessToken.calls',
      fits: ({ access }) => access === 'calls',
      required: true,
      field: (field) => <CallsField {...field} />,
      sends: textsOf,
    },
    permissions: {
      label: 'accessToken.permissions',
      hint: 'accessToken.permissionsHint',
      required: true,
      field: (field) => <RightsField {...field} />,
      sends: textsOf,
    },
    perMinute: { label: 'accessToken.perMinute' },
    expiresAt: {
      label: 'field.validUntil',
      required: true,
      field: (field) => <EndField {...field} />,
      // A length of time becomes a moment when it is sent.
      sends: (value) => (typeof value === 'number' ? Math.round(serverMoment(now())) + value : undefined),
    },
  },
};

/** The token that was just made, to be copied: nobody can look it up later. */
function MadeToken({
  name,
  token,
  onClose,
}: {
  name: string;
  token: string;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const copy = async (): Promise<void> => {
    if (await copyText(token)) showToast('success', text('app.copied'));
    else showToast('error', text('app.copyRefused'));
  };
  return (
    <Dialog
      open
      title={text('accessToken.made', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{text('app.copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {text('accessToken.kept')}
          </Button>
        </>
      }
    >
      <p role="status">{text('accessToken.once')}</p>
      <pre className="token-secret" dir="ltr">
        {token}
      </pre>
      <p>{text('accessToken.use')}</p>
      <pre className="token-secret" dir="ltr">{`Authorization: Bearer ${token}`}</pre>
      <a href="/openapi" target="_blank" rel="noopener">
        {text('accessToken.reference')}
      </a>
    </Dialog>
  );
}

function NewToken({ service, onClose }: { service: boolean; onClose: () => void }): ReactNode {
  return (
    <MakeForm
      form={form}
      title={service ? 'accessToken.addService' : 'accessToken.add'}
      verb="accessToken.make"
      call={service ? accessTokenCalls.addService : accessTokenCalls.add}
      begun={{ access: 'read', perMinute: 60, expiresAt: lasts[1] ?? day, permissions: [] }}
      onClose={onClose}
      renderMade={({ name, token }) => <MadeToken name={name} token={token} onClose={onClose} />}
    />
  );
}

const begin = (service: boolean): BeginAction => ({
  icon: 'plus',
  label: service ? 'accessToken.addService' : 'accessToken.add',
  call: service ? accessTokenCalls.addService : accessTokenCalls.add,
  run: ({ dialog }) =>
    dialog({
      title: service ? 'accessToken.addService' : 'accessToken.add',
      bare: true,
      content: (close) => <NewToken service={service} onClose={close} />,
    }),
});

/** Begins a token of the member. */
export const addOwn = begin(false);
/** Begins a token that belongs to no person. */
export const addService = begin(true);
