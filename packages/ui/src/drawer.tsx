import { ConfigProvider, Drawer as AntdDrawer } from 'antd';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface DrawerProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** px; 480 when not said. */
  width?: number;
}

/**
 * The library keeps what Escape closes in a list that it adds to while it draws: a drawing that is given up for a newer one
 * stays in there and would be closed ever after, from any page. Only a drawer that is on screen closes, as it was drawn last.
 */
const useShownClose = (open: boolean, onClose: () => void): (() => void) => {
  const shown = useRef<(() => void) | null>(null);
  useEffect(() => {
    shown.current = open ? onClose : null;
    return () => {
      shown.current = null;
    };
  }, [open, onClose]);
  return () => shown.current?.();
};

/** The record of a row, at the end edge, without covering the list: the list keeps its place and stays usable. */
export function Drawer({ open, title, onClose, children, footer, width = 480 }: DrawerProps): ReactNode {
  const { direction } = useContext(ConfigProvider.ConfigContext);
  const close = useShownClose(open, onClose);
  return (
    <AntdDrawer
      open={open}
      title={title}
      onClose={close}
      footer={footer}
      size={width}
      placement={direction === 'rtl' ? 'left' : 'right'}
      mask={false}
      closeIcon={<Icon name="close" size={16} />}
      rootClassName="ey-drawer"
      destroyOnHidden
    >
      {children}
    </AntdDrawer>
  );
}
