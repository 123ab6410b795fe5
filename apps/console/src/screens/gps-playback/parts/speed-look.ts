// How speeds look in the chart: the classes of the trail and the class name of each. Pure but for the names of the sheet.
import styles from '../gps-playback.module.css';

const names = [styles.speed0, styles.speed1, styles.speed2, styles.speed3, styles.speed4];
export const speedLook = (speedClass: number): string => names[speedClass] ?? '';
