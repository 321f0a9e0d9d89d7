import { groupOfPage, hiddenMenuResources, menuResources, permissionGroups } from '@eyrie/domain';
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

/** The pages that the member may open under their headings, in the order of the declaration. */
export function Menu({ folded }: { folded: boolean }): ReactNode {
  const text = useText();
  const permitted = useSession((session) => session.menu);
  const open = menuResources.filter(
    (path) => !hiddenMenuResources.includes(path) && permitted.includes(path),
  );
  const groups = permissionGroups.flatMap((group) => {
    const pages = open.filter((path) => groupOfPage(path) === group).flatMap((path) => pageOf(path) ?? []);
    return pages.length > 0 ? [{ group, pages }] : [];
  });
  return (
    <nav className="menu" aria-label={text('shell.menu')}>
      {groups.map(({ group, pages }) => (
        <div key={group} role="group" className="menu-group" aria-labelledby={`menu-${group}`}>
          <div id={`menu-${group}`} className={folded ? 'ey-hidden' : 'menu-heading'}>
            {text(`permission.group.${group}`)}
          </div>
          {pages.map((page) => (
            <Entry key={page.path} page={page} folded={folded} />
          ))}
        </div>
      ))}
    </nav>
  );
}
