import { Button, Tooltip, type ButtonProps } from 'antd';
import { useId, type ReactNode } from 'react';
import './order-button.css';

interface OrderButtonProps extends Pick<ButtonProps, 'className' | 'type' | 'danger' | 'size' | 'children'> {
  /** Why it cannot be given now; null when it can. */
  why: string | null;
  onOrder: () => void;
}

/**
 * Gives an order to a device. One that is not offered stays in its place, can be reached by keyboard and says why. Holding Enter
 * must not give it again and again.
 */
export function OrderButton({
  why,
  onOrder,
  children,
  className = '',
  ...looks
}: OrderButtonProps): ReactNode {
  const id = useId();
  return (
    <>
      <Tooltip title={why}>
        <Button
          {...looks}
          className={`order-button ${className}`}
          aria-disabled={why !== null}
          aria-describedby={why === null ? undefined : id}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={() => {
            if (why === null) onOrder();
          }}
        >
          {children}
        </Button>
      </Tooltip>
      {/* Beside the button: within it, it would be part of its name. */}
      {why === null ? null : (
        <span id={id} className="ey-hidden">
          {why}
        </span>
      )}
    </>
  );
}
