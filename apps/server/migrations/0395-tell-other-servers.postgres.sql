-- What people decide and other servers hold in memory: accounts, permission sets, groups, who is let in again, what is set of devices. A
-- transaction tells the servers that listen on this schema once, when it is committed. Sign-ins, and what devices change of themselves,
-- tell nobody. The channel is the one of adapters/postgres/other-servers.ts.
CREATE FUNCTION tell_other_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changed_' || TG_TABLE_SCHEMA, '');
  RETURN NULL;
END $$;

CREATE TRIGGER tell_made_or_gone AFTER INSERT OR DELETE ON users EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER UPDATE OF password ON users EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON user_groups EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON permission_sets EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON groups EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON device_groups EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON allowed_terminals EXECUTE FUNCTION tell_other_servers();
CREATE TRIGGER tell_changed AFTER INSERT OR DELETE OR UPDATE OF updated_ms ON devices EXECUTE FUNCTION tell_other_servers();
