import { isMenuResource, landingPage } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { signOut, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './forbidden.css';

/** Says which permission is missing and who can grant it; to a member without any page, that a role is missing. */
export default function ForbiddenPage(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { user, menu } = useSession();
  const from = query.get('from') ?? '';
  const landing = landingPage(menu);
  const hasNoPage = !menu.some(isMenuResource);
  return (
    <main className="forbidden">
      <Icon name="lock" size={56} />
      <p className="forbidden-code ey-hint">403</p>
      <h1>{text(hasNoPage ? 'forbidden.noRoleTitle' : 'forbidden.title')}</h1>
      {hasNoPage ? <p>{text('forbidden.noRole')}</p> : null}
      <dl>
        {isMenuResource(from) && !hasNoPage ? (
          <>
            <dt>{text('forbidden.missing')}</dt>
            <dd>{text(`permission.${from}`)}</dd>
            <dt>{text('forbidden.address')}</dt>
            <dd>
              <bdi dir="ltr">{from}</bdi>
            </dd>
          </>
        ) : null}
        <dt>{text('forbidden.signedInAs')}</dt>
        <dd>
          <bdi>{user?.name}</bdi>
        </dd>
        <dt>{text('forbidden.who')}</dt>
        <dd>
          {text(hasNoPage ? 'forbidden.noRoleWho' : 'forbidden.whoText', {
            organisation: user?.organisationName ?? '',
          })}
        </dd>
      </dl>
      <div className="forbidden-actions">
        {menu.includes(landing) ? (
          <Button type="primary" onClick={() => void navigate(landing)}>
            {text('forbidden.back')}
          </Button>
        ) : null}
        <Button onClick={() => void signOut()}>{text('login.signOut')}</Button>
      </div>
    </main>
  );
}
