-- What servers hold in memory of plans of who is told: see 0395.
CREATE TRIGGER tell_changed AFTER INSERT OR UPDATE OR DELETE ON notify_plans EXECUTE FUNCTION tell_other_servers();
