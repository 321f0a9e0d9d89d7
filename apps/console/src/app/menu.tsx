import { Icon } from '@eyrie/ui';
import { Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Page } from '../platform/page.ts';
import { useSession } from '../platform/session.ts';
import { useOfferedCockpit } from './own-cockpit.ts';
import { keep, kept } from '../platform/storage.ts';
import { useText } from '../platform/text.tsx';
import { menuGroups, type MenuGroup } from './menu-pages.ts';

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

/** Headings that the member folded, kept in this browser. */
const useFoldedGroups = (): [readonly string[], (group: string) => void] => {
  const member = useSession((session) => session.user?.oid ?? '');
  const [groups, setGroups] = useState<readonly string[]>(() => kept('menuGroups')?.[member] ?? []);
  const toggle = (group: string): void => {
    const next = groups.includes(group) ? groups.filter((each) => each !== group) : [...groups, group];
    setGroups(next);
    keep('menuGroups', { ...kept('menuGroups'), [member]: next });
  };
  return [groups, toggle];
};

interface GroupProps extends MenuGroup {
  /** The whole menu shows icons alone. */
  narrow: boolean;
  folded: boolean;
  onFold: () => void;
}

function Group({ group, pages, narrow, folded, onFold }: GroupProps): ReactNode {
  const text = useText();
  const { pathname } = useLocation();
  const name = text(`permission.group.${group}`);
  // The page that stands open stays in sight. Where the heading is hidden nobody could unfold it.
  const shown = folded && !narrow ? pages.filter(({ path }) => path === pathname) : pages;
  return (
    <div role="group" className="menu-group" aria-labelledby={`menu-${group}`}>
      {narrow ? (
        <div id={`menu-${group}`} className="ey-hidden">
          {name}
        </div>
      ) : (
        <button
          type="button"
          id={`menu-${group}`}
          className="menu-heading ey-row"
          aria-expanded={!folded}
          onClick={onFold}
        >
          {name}
          <Icon name="down" className="menu-heading-mark" />
        </button>
      )}
      {shown.map((page) => (
        <Entry key={page.path} page={page} folded={narrow} />
      ))}
    </div>
  );
}

/** The pages that the member may open under their headings, which fold, in the order of the declaration. */
export function Menu({ folded }: { folded: boolean }): ReactNode {
  const text = useText();
  const permitted = useSession((session) => session.menu);
  const cockpit = useOfferedCockpit();
  const [foldedGroups, toggle] = useFoldedGroups();
  return (
    <nav className="menu" aria-label={text('shell.menu')}>
      {menuGroups(permitted, cockpit).map((each) => (
        <Group
          key={each.group}
          {...each}
          narrow={folded}
          folded={foldedGroups.includes(each.group)}
          onFold={() => toggle(each.group)}
        />
      ))}
    </nav>
  );
}
