import { Dialog, Icon } from '@eyrie/ui';
import { Tooltip } from 'antd';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../platform/loading.ts';
import { useText } from '../platform/text.tsx';
import type { SearchDialogProps } from './search-dialog.tsx';
import { SearchField } from './search-field.tsx';
import type { FoldedMenu } from './shell-commands.ts';

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

/** In its place when it did not come. */
function NotLoaded(): ReactNode {
  const text = useText();
  return (
    <div role="alert">
      <p>{text('app.pageFailed')}</p>
      <button type="button" onClick={() => location.reload()}>
        {text('app.reload')}
      </button>
    </div>
  );
}

/** Comes when the search is first opened. */
const SearchDialog = lazyPart<SearchDialogProps>(() => import('./search-dialog.tsx'), NotLoaded);

/** Finds pages, records and commands by name, from the menu or with Ctrl or Cmd and K. */
export function PageSearch(menu: FoldedMenu): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [written, setWritten] = useState('');
  const [begin] = useState(() => () => {
    setWritten('');
    setOpen(true);
  });
  const [close] = useState(() => () => setOpen(false));
  useShortcut(begin);
  return (
    <>
      <Tooltip title={text('shell.searchHint')} placement="right">
        <button
          type="button"
          className="menu-search ey-row ey-gap-12"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={begin}
        >
          <Icon name="search" />
          <span className={menu.folded ? 'ey-hidden' : undefined}>{text('shell.search')}</span>
        </button>
      </Tooltip>
      <Dialog open={open} title={text('shell.search')} onClose={close}>
        <Suspense
          fallback={
            <div className="page-search">
              <SearchField value={written} onChange={setWritten} />
            </div>
          }
        >
          <SearchDialog {...menu} written={written} onWrite={setWritten} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
