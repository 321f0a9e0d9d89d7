import { ConfigProvider, Drawer as AntdDrawer } from 'antd';
import { useContext, type ReactNode } from 'react';
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

/** The record of a row, at the end edge, without covering the list: the list keeps its place and stays usable. */
export function Drawer({ open, title, onClose, children, footer, width = 480 }: DrawerProps): ReactNode {
  const { direction } = useContext(ConfigProvider.ConfigContext);
  return (
    <AntdDrawer
      open={open}
      title={title}
      onClose={onClose}
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
