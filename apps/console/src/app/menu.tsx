import { hiddenMenuResources, menuResources } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Page } from '../platform/page.ts';
import { useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';
import { pageOf } from './pages.ts';

function Entry({ page, folded }: { page: Page; folded: boolean }): ReactNode {
  const { path, titleId, icon = 'chart', opensWindow } = page;
  const text = useText();
  const name = text(titleId);
  const inside = (
    <>
      <Icon name={icon} />
      <span className={folded ? 'ey-hidden' : 'menu-name'}>{name}</span>
    </>
  );
  return (
    <Tooltip title={folded ? name : null} placement="right">
      {opensWindow ? (
        <a className="menu-entry" href={`#${path}`} target="_blank" rel="noopener">
          {inside}
          {folded ? null : <Icon name="window" className="menu-window" />}
          <span className="ey-hidden">{text('shell.opensWindow')}</span>
        </a>
      ) : (
        <NavLink className="menu-entry" to={path}>
          {inside}
        </NavLink>
      )}
    </Tooltip>
  );
}

/** The pages that the member may open, in the order of the declaration. */
export function Menu({ folded }: { folded: boolean }): ReactNode {
  const text = useText();
  const permitted = useSession((session) => session.menu);
  const shown = menuResources
    .filter((path) => !hiddenMenuResources.includes(path) && permitted.includes(path))
    .flatMap((path) => pageOf(path) ?? []);
  return (
    <nav className="menu" aria-label={text('shell.menu')}>
      {shown.map((page) => (
        <Entry key={page.path} page={page} folded={folded} />
      ))}
    </nav>
  );
}
