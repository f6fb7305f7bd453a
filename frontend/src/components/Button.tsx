import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Button.module.css';
import { classes } from './classes';
import { useControlLabels } from './controlLabels';

/** `accent` marks the main action of a screen, at most one; all others are `primary`, `outline` or `quiet`. */
export type ButtonVariant = 'accent' | 'primary' | 'outline' | 'quiet' | 'inverse';
type ButtonStyle = { variant?: ButtonVariant; size?: 'md' | 'sm'; wide?: boolean; icon?: ReactNode };

function buttonClasses({ variant = 'primary', size = 'md', wide = false }: ButtonStyle, className?: string): string {
  return classes(styles['button'], styles[variant], styles[size], wide && styles['wide'], className);
}

type ButtonProps = ButtonStyle & ComponentProps<'button'> & { busy?: boolean };

/** While `busy`, the button is disabled and the loading label replaces its content. */
export function Button({ variant, size, wide, icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  const labels = useControlLabels();
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || disabled}
      className={buttonClasses({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      {icon}
      {busy ? labels.loading : children}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle & ComponentProps<typeof Link>;

/** A link styled as a button, for navigation. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClasses({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}>
      {icon}
      {children}
    </Link>
  );
}

type IconLinkProps = Omit<ComponentProps<typeof Link>, 'aria-label'> & { label: string };

/** A link that looks like an `IconButton`; `label` is its accessible name. */
export function IconLink({ label, className, ...rest }: IconLinkProps) {
  return <Link {...rest} aria-label={label} className={classes(styles['iconButton'], className)} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string;
  children: ReactNode;
  raised?: boolean;
};

/** A round button with an icon only; `label` is its accessible name. */
export function IconButton({ label, raised = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(styles['iconButton'], raised && styles['raised'], className)}
    >
      {children}
    </button>
  );
}
