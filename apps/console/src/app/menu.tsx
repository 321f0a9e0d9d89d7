import { hiddenMenuResources, menuResources, type MenuResource } from '@eyrie/domain';
import { Icon, type IconName } from '@eyrie/ui';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useSession } from '../platform/session.ts';
import { useText } from '../platform/text.tsx';
import { pageOf } from './pages.tsx';

const icons: Readonly<Partial<Record<MenuResource, IconName>>> = {
  '/DataStatistics': 'chart',
  '/DeviceAll': 'map',
  '/RoutePlanning': 'route',
  '/TaskManagerNew': 'calendar',
  '/OrganizationStructure': 'organisation',
  '/RoleManagement': 'key',
  '/personalInfo': 'person',
  '/customized': 'palette',
  '/EncodingTable': 'list',
  '/operation': 'pulse',
};

/** Stands alone in its own window, so that a map can lie on a second display. */
const opensWindow = (path: MenuResource): boolean => path === '/DeviceAll';

function Entry({ path, folded }: { path: MenuResource; folded: boolean }): ReactNode {
  const text = useText();
  const name = text(`permission.${path}`);
  const inside = (
    <>
      <Icon name={icons[path] ?? 'chart'} />
      <span className={folded ? 'ey-hidden' : 'menu-name'}>{name}</span>
    </>
  );
  return (
    <Tooltip title={folded ? name : null} placement="right">
      {opensWindow(path) ? (
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
  const shown = menuResources.filter(
    (path) => !hiddenMenuResources.includes(path) && permitted.includes(path) && pageOf(path) !== null,
  );
  return (
    <nav className="menu" aria-label={text('shell.menu')}>
      {shown.map((path) => (
        <Entry key={path} path={path} folded={folded} />
      ))}
    </nav>
  );
}
