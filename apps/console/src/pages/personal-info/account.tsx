import { memberCalls, menuResources, sceneResources } from '@eyrie/domain';
import { FactList, FailedNote, loadStateOf, type Fact } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { OwnLicences, PhoneForm } from '../../modules/member/administration/index.ts';
import { DisplayForm } from '../../modules/member/display/index.ts';
import { ChangePasswordForm } from '../../modules/member/index.ts';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './personal-info.css';

function Facts(): ReactNode {
  const text = useText();
  const { user, menu, scene } = useSession();
  const groups = useQuery({
    queryKey: ['member', 'groups', user?.oid],
    queryFn: ({ signal }) => call(memberCalls.userGroups, { userOID: user?.oid ?? '' }, { signal }),
    enabled: user !== null,
  });
  const pages = menuResources.filter((path) => menu.includes(path)).map((path) => text(`permission.${path}`));
  const rights = sceneResources
    .filter((name) => scene.includes(name))
    .map((name) => text(`permission.${name}`));
  const rows: Fact[] = [
    [text('person.name'), <bdi key="name">{user?.name}</bdi>],
    [text('person.account'), <bdi key="account">{user?.account}</bdi>],
    [
      text('person.departments'),
      <bdi key="group">{groups.data?.map((group) => group.name).join(' / ') || user?.groupNameCN}</bdi>,
    ],
    [
      text('person.oid'),
      <bdi key="oid" dir="ltr">
        {user?.oid}
      </bdi>,
    ],
    [text('person.pages'), <Names key="pages" names={pages} />],
    [text('person.rights'), <Names key="rights" names={rights} />],
  ];
  const load = loadStateOf(groups);
  return (
    <>
      {load.kind === 'failed' ? <FailedNote state={load} /> : null}
      <FactList className="person-facts" facts={rows} />
    </>
  );
}

function Names({ names }: { names: readonly string[] }): ReactNode {
  const text = useText();
  if (names.length === 0) return text('person.none');
  return (
    <ul className="person-names ey-list ey-flow ey-gap-6">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** Who one is, what one may do, and the change of password. */
export default function AccountTab(): ReactNode {
  const text = useText();
  const form = useSession((session) => session.passwordForm);
  const [round, setRound] = useState(0);
  const changed = (): void => {
    showToast('success', text('login.changed'));
    setRound(round + 1);
  };
  return (
    <div className="person-cards ey-grid ey-gap-16">
      <section className="card" aria-labelledby="person-facts">
        <h2 id="person-facts">{text('person.facts')}</h2>
        <Facts />
        <OwnLicences />
      </section>
      <section className="card" aria-labelledby="person-password">
        <h2 id="person-password">{text('password.title')}</h2>
        <p className="person-hint">{text('person.passwordHint')}</p>
        <ChangePasswordForm key={round} form={form} onChanged={changed} />
      </section>
      <section className="card" aria-labelledby="person-display">
        <h2 id="person-display">{text('shell.display')}</h2>
        <DisplayForm />
      </section>
      <section className="card" aria-labelledby="person-phone">
        <h2 id="person-phone">{text('member.phoneTitle')}</h2>
        <PhoneForm />
      </section>
    </div>
  );
}
