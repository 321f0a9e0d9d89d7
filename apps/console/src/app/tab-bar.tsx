import { Icon } from '@eyrie/ui';
import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mayLeave } from '../platform/leaving.ts';
import { directionOf, currentLanguage } from '../platform/language.ts';
import { useMenuFocus } from '../platform/menu-focus.ts';
import { useText } from '../platform/text.tsx';
import { pageOf } from './pages.ts';
import { closed, moved, neighbour, refreshPage, setTabs, useTabs, visited, type Tab } from './tabs.ts';

/** What can be done with the tabs of a window; each asks first where unsaved input would be lost. */
const useTabActions = () => {
  const navigate = useNavigate();
  const current = useLocation().pathname;
  const close = async (path: string): Promise<void> => {
    if (path === current && !(await mayLeave(path))) return;
    const after = closed(useTabs.getState().tabs, path, current);
    setTabs(after.tabs);
    if (after.goTo !== null) await navigate(after.goTo);
  };
  const closeOthers = (): void => setTabs(useTabs.getState().tabs.filter((tab) => tab.path === current));
  const closeAll = async (): Promise<void> => {
    if (!(await mayLeave(current))) return;
    setTabs([]);
    await navigate('/');
  };
  const refresh = async (): Promise<void> => {
    if (await mayLeave(current)) refreshPage();
  };
  const put = (path: string, onto: string): void => setTabs(moved(useTabs.getState().tabs, path, onto));
  return { current, navigate, close, closeOthers, closeAll, refresh, put };
};

/** Alt+Shift+arrow goes to the tab on that side, whichever way the page reads. */
const useTabKeys = (current: string, go: (address: string) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!event.altKey || !event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight'))
        return;
      event.preventDefault();
      const forward = (event.key === 'ArrowRight') === (directionOf(currentLanguage()) === 'ltr');
      const next = neighbour(useTabs.getState().tabs, current, forward ? 1 : -1);
      if (next) go(next.address);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [current, go]);
};

interface TabProps {
  tab: Tab;
  name: string;
  current: boolean;
  onGo: () => void;
  onClose: () => void;
  /** Another tab was dropped on this one. */
  onDrop: (path: string) => void;
}

/** What a dragged tab carries; a type of our own, so that nothing else can be dropped among the tabs. */
const dragged = 'application/x-eyrie-tab';

function TabItem({ tab, name, current, onGo, onClose, onDrop }: TabProps): ReactNode {
  const text = useText();
  const self = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) self.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const middleClick = (event: MouseEvent): void => {
    if (event.button !== 1) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      ref={self}
      className={current ? 'tab tab-current' : 'tab'}
      onAuxClick={middleClick}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragged, tab.path);
        dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragged)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer.getData(dragged));
      }}
    >
      <a
        href={`#${tab.address}`}
        draggable={false}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          onGo();
        }}
      >
        {name}
      </a>
      <button type="button" aria-label={text('shell.tabClose', { name })} onClick={onClose}>
        <Icon name="close" size={12} />
      </button>
    </div>
  );
}

/** The pages visited so far. */
export function TabBar(): ReactNode {
  const text = useText();
  const { ref, onOpenChange } = useMenuFocus();
  const { pathname, search } = useLocation();
  const tabs = useTabs((state) => state.tabs);
  const { current, navigate, close, closeOthers, closeAll, refresh, put } = useTabActions();
  const go = (address: string): void => void navigate(address);
  useTabKeys(current, go);
  useEffect(() => {
    if (pageOf(pathname)?.layout !== 'main') return;
    setTabs(visited(useTabs.getState().tabs, { path: pathname, address: pathname + search }));
  }, [pathname, search]);
  const at = tabs.findIndex((tab) => tab.path === current);
  const menu: MenuProps = {
    items: [
      { key: 'refresh', label: text('shell.tabRefresh') },
      { key: 'start', label: text('shell.tabTowardsStart'), disabled: at <= 0 },
      { key: 'end', label: text('shell.tabTowardsEnd'), disabled: at === -1 || at === tabs.length - 1 },
      { key: 'others', label: text('shell.tabCloseOthers'), disabled: tabs.length < 2 },
      { key: 'all', label: text('shell.tabCloseAll') },
    ],
    onClick: ({ key }) => {
      if (key === 'refresh') void refresh();
      else if (key === 'others') closeOthers();
      else if (key === 'start') put(current, tabs[at - 1]?.path ?? '');
      else if (key === 'end') put(current, tabs[at + 1]?.path ?? '');
      else void closeAll();
    },
  };
  return (
    <div className="tab-bar">
      <nav className="tab-list" aria-label={text('shell.tabs')} title={text('shell.tabKeys')}>
        {tabs.map((tab) => {
          const page = pageOf(tab.path);
          if (!page) return null;
          return (
            <TabItem
              key={tab.path}
              tab={tab}
              name={text(page.titleId)}
              current={tab.path === current}
              onGo={() => go(tab.address)}
              onClose={() => void close(tab.path)}
              onDrop={(path) => put(path, tab.path)}
            />
          );
        })}
      </nav>
      <Dropdown menu={menu} trigger={['click']} onOpenChange={onOpenChange}>
        <button ref={ref} type="button" className="tab-menu" aria-label={text('shell.tabMenu')}>
          <Icon name="down" size={14} />
        </button>
      </Dropdown>
    </div>
  );
}
