// Tiles in rows and columns that take all the room there is; nothing scrolls. What the tiles are is its children.
import type { ReactElement, ReactNode } from 'react';
import styles from './tiles.module.css';

type TileRowsProps = {
  grid: { columns: number; rows: number };
  /** A single tile: ten of twelve columns wide. */
  single?: boolean;
  /** The first tile is large, the others stand in a column beside it. */
  large?: boolean;
  /** Names them as a region of the page. */
  label?: string;
  className?: string;
  children: ReactNode;
};

export const TileRows = ({
  grid,
  single = false,
  large = false,
  label,
  className = '',
  children,
}: TileRowsProps): ReactElement => {
  const Frame = label === undefined ? 'div' : 'section';
  return (
    <Frame
      className={`${styles.rows} ${single ? styles.single : ''} ${large ? styles.large : ''} ${className}`}
      style={{
        gridTemplateColumns: large ? 'minmax(0, 3fr) minmax(0, 1fr)' : `repeat(${grid.columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${grid.rows}, minmax(0, 1fr))`,
      }}
      aria-label={label}
    >
      {children}
    </Frame>
  );
};
