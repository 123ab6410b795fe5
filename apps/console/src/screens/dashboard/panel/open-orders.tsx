// What a device was told and has not answered yet, in its panel: each can be cancelled while it waits. And the pictures of its last photos.
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { CancelOrder } from '../../../parts/device-orders/cancel-order.tsx';
import { orderDetailText } from '../../../parts/device-orders/order-detail.ts';
import { OrderPictures } from '../../../parts/device-orders/order-pictures.tsx';
import { orderKindText, orderStateText } from '../../../parts/device-orders/order-words.ts';
import { isUploading } from '../../../parts/device-orders/upload-controls.tsx';
import { isOpen, isPhotoWithin, useOrders } from '../../../parts/device-orders/use-orders.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './device-panel.module.css';

const HOUR_MS = 3_600_000;

/** What is still to be delivered to the device or was not answered yet, and the pictures of its last photos. */
export const OpenDeviceOrders = ({ id }: { id: string }): ReactElement | null => {
  const navigate = useNavigate();
  const { data, dataUpdatedAt } = useOrders(id);
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.orders} aria-label={t('Orders')}>
      <header>
        <h3>{t('Orders')}</h3>
        <Button look="bare" onClick={() => void navigate(`/deviceorders?find=${encodeURIComponent(id)}`)}>
          {t('All orders')}
        </Button>
      </header>
      <ul>
        {data
          .filter((order) => isOpen(order) || isUploading(order) || isPhotoWithin(order, dataUpdatedAt, HOUR_MS))
          .map((order) => (
            <li key={order.id}>
              <span>
                {orderKindText(order.kind)} <bdi className="soft">{orderDetailText(order)}</bdi>
              </span>
              {order.kind === 'photo' && order.state === 'done' ? (
                <OrderPictures order={order} />
              ) : (
                <span className="soft">{isUploading(order) ? t(order.message) : orderStateText(order.state)}</span>
              )}
              <CancelOrder order={order} />
            </li>
          ))}
      </ul>
    </section>
  );
};
