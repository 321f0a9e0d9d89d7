import { Dialog, Icon } from '@eyrie/ui';
import { Tooltip } from 'antd';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Page } from '../platform/page.ts';
import { useSession } from '../platform/session.ts';
import { useCockpit } from './own-cockpit.ts';
import { useText } from '../platform/text.tsx';
import { menuGroups } from './menu-pages.ts';
import { foundPages, stepIn } from './page-search.rules.ts';

/** By the place of the key as well: on an Arabic keyboard it types another letter. */
const isShortcut = (event: globalThis.KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  (event.code === 'KeyK' || event.key.toLowerCase() === 'k');

const useShortcut = (run: () => void): void => {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!isShortcut(event) || event.isComposing) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [run]);
};

const useOpenPage = (): ((page: Page) => void) => {
  const navigate = useNavigate();
  return ({ path, opensWindow }) => {
    if (opensWindow) window.open(`#${path}`, '_blank', 'noopener');
    else void navigate(path);
  };
};

function Search({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const id = useId();
  const permitted = useSession((session) => session.menu);
  const cockpit = useCockpit();
  const openPage = useOpenPage();
  const [written, setWritten] = useState('');
  const [at, setAt] = useState(0);
  const pages = menuGroups(permitted, cockpit).flatMap((each) => each.pages);
  const found = foundPages(
    written,
    pages.map((page) => ({ page, path: page.path, name: text(page.titleId) })),
  );
  const open = (page: Page | undefined): void => {
    if (!page) return;
    onClose();
    openPage(page);
  };
  const press = (event: KeyboardEvent): void => {
    // Enter belongs to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') open(found[at]?.page);
    else if (event.key === 'ArrowDown') setAt(stepIn(found.length, at, 1));
    else if (event.key === 'ArrowUp') setAt(stepIn(found.length, at, -1));
    else return;
    event.preventDefault();
  };
  return (
    <div className="page-search">
      <input
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-label={text('shell.searchPages')}
        autoComplete="off"
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={id} className="page-search-list" role="listbox" aria-label={text('shell.menu')}>
        {found.map(({ page, name }, place) => (
          <button
            type="button"
            tabIndex={-1}
            key={page.path}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            ref={(element) => {
              if (place === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => open(page)}
          >
            <Icon name={page.icon ?? 'chart'} />
            <bdi>{name}</bdi>
            {page.opensWindow ? <span className="ey-hidden">{text('shell.opensWindow')}</span> : null}
          </button>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? undefined : 'ey-hidden'}>
        {found.length === 0 ? text('shell.noPageFound') : text('shell.pagesFound', { count: found.length })}
      </p>
    </div>
  );
}

/** Opens pages by name, from the menu or with Ctrl or Cmd and K, by the keyboard alone. */
export function PageSearch({ folded }: { folded: boolean }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [begin] = useState(() => () => setOpen(true));
  useShortcut(begin);
  return (
    <>
      <Tooltip title={text('shell.searchPagesHint')} placement="right">
        <button
          type="button"
          className="menu-search"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={begin}
        >
          <Icon name="search" />
          <span className={folded ? 'ey-hidden' : undefined}>{text('shell.searchPages')}</span>
        </button>
      </Tooltip>
      <Dialog open={open} title={text('shell.searchPages')} onClose={() => setOpen(false)}>
        <Search onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
