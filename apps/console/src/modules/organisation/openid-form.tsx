import { organisationCalls, type OpenIdProvider } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Form, Input, Switch } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useUnsaved } from '../../platform/leaving.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOpenIdProvider, useOpenIdEdit } from './organisation.queries.ts';
import './organisation.css';

const fields = ['name', 'issuer', 'clientId', 'accountClaim'] as const;
const longest = { name: 40, issuer: 300, clientId: 200, accountClaim: 64 } as const;
type Draft = Pick<OpenIdProvider, 'enabled' | (typeof fields)[number]> & { clientSecret: string };

const draftOf = ({ enabled, name, issuer, clientId, accountClaim }: OpenIdProvider): Draft => ({
  enabled,
  name,
  issuer,
  clientId,
  accountClaim,
  clientSecret: '',
});

/** What the provider has to know, and the address for members of this organisation. */
function Addresses({ provider }: { provider: OpenIdProvider }): ReactNode {
  const text = useText();
  const groupRoot = useSession((session) => session.user?.groupRoot ?? '');
  const code = (address: string): ReactNode => <code dir="ltr">{address}</code>;
  return (
    <FactList
      className="organisation-addresses ey-grid ey-gap-8"
      facts={[
        [text('organisation.openIdRedirect'), code(provider.redirectUrl)],
        [text('organisation.openIdAddress'), code(`${location.origin}/#/Login?organisation=${groupRoot}`)],
      ]}
    />
  );
}

interface FieldsProps {
  draft: Draft;
  hasSecret: boolean;
  change: (part: Partial<Draft>) => void;
}

function Fields({ draft, hasSecret, change }: FieldsProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <div className="organisation-rule ey-grid ey-gap-12">
        <Switch checked={draft.enabled} aria-labelledby={id} onChange={(enabled) => change({ enabled })} />
        <div id={id}>{text('organisation.openIdEnabled')}</div>
      </div>
      {fields.map((name) => (
        <Form.Item
          key={name}
          label={text(`organisation.openId.${name}`)}
          htmlFor={`${id}${name}`}
          extra={text(`organisation.openId.${name}Hint`)}
          required
        >
          <Input
            id={`${id}${name}`}
            dir={name === 'name' ? 'auto' : 'ltr'}
            count={{ show: true, max: longest[name] }}
            spellCheck={false}
            value={draft[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </Form.Item>
      ))}
      <Form.Item
        label={text('organisation.openId.clientSecret')}
        htmlFor={`${id}secret`}
        extra={text(hasSecret ? 'organisation.openId.secretKept' : 'organisation.openId.secretNone')}
      >
        <Input.Password
          id={`${id}secret`}
          autoComplete="new-password"
          count={{ max: 500 }}
          value={draft.clientSecret}
          onChange={({ target }) => change({ clientSecret: target.value })}
        />
      </Form.Item>
    </>
  );
}

function ProviderForm({ provider }: { provider: OpenIdProvider }): ReactNode {
  const text = useText();
  const before = draftOf(provider);
  const [draft, setDraft] = useState(before);
  const edit = useOpenIdEdit();
  const may = useMay(organisationCalls.openIdEdit, provider);
  const unsaved = JSON.stringify(draft) !== JSON.stringify(before);
  useUnsaved(unsaved);
  const complete = fields.every((name) => draft[name].trim() !== '');
  const save = (): void => {
    const { clientSecret, ...rest } = draft;
    if (!complete || edit.isPending) return;
    edit.mutate(clientSecret === '' ? rest : { ...rest, clientSecret }, {
      onSuccess: () => showToast('success', text('organisation.saved')),
    });
  };
  return (
    <Form layout="vertical" disabled={!may} onFinish={save}>
      <Fields
        draft={draft}
        hasSecret={provider.hasSecret}
        change={(part) => setDraft((was) => ({ ...was, ...part }))}
      />
      <Addresses provider={provider} />
      <Allowed call={organisationCalls.openIdEdit} record={provider}>
        <Button type="primary" htmlType="submit" disabled={!unsaved || !complete} loading={edit.isPending}>
          {text('app.save')}
        </Button>
      </Allowed>
    </Form>
  );
}

/** Signing in by an OpenID provider of the organisation. */
export function OpenIdForm(): ReactNode {
  const text = useText();
  const provider = useOpenIdProvider();
  const { data } = provider;
  return (
    <section className="card" aria-labelledby="openid">
      <h2 id="openid">{text('organisation.openIdTitle')}</h2>
      <p className="organisation-hint">{text('organisation.openIdHint')}</p>
      <Loaded state={loadStateOf(provider)}>
        {() => (data ? <ProviderForm key={JSON.stringify(data)} provider={data} /> : null)}
      </Loaded>
    </section>
  );
}
